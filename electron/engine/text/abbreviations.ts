/** Abbreviations of Brazilian and Indian law, without their full stop: a stop after one of them ends no sentence. */
export const ABBREVIATIONS: ReadonlySet<string> = new Set(
  `art arts inc incs n nº no nos nr num fl fls f ff rel min mins des desa desembargador dr dra drs sr sra srs sras exmo exma v vs vol p pp pg pág págs pag ex cf c/c
  ltda ltd hon cia s.a s/a a.c ac av cap caput par parág parágr al alín alin ed org obs i.e e.g etc op cit ob loc ibid id tel proc resp agrg agr rg reg embs dec dj dje
  dju julg j trf tst stf stj min prof profa gen cel maj cap ten sgt cb sd alte esq adv p.u únic un mm r rs us cl cls sec secs sect ss s sub para paras sub-s sub-ss
  sch o rr reg regs w.e.f viz air scc scr cri crl ors anr mr mrs ms messrs st jr dt ch ld addl co corp pvt govt dist distt retd regn ext exh exs pw pws dw m/s l.j c.j
  j.j jj ll.b b.a u/s r/w supra qb kb ker bom cal mad all del pat ori lah nag guj mys i.p.c cr.p.c c.p.c t.c q.b w.p c.a crl.a vide app appl assn bros dept edn`
    .split(/\s+/)
    .filter(Boolean),
);
