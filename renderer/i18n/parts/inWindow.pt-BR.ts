/** What the engine says with a flag or a command in it, as the window says it, in Portuguese; the same forms as `inWindow.en.ts`. */
import { ptBR as pt } from '../pt-BR';

const inLibrary = `em ${pt.library}`;
const inModels = `em ${pt.models}`;
const inCompare = `em ${pt.compare}`;
const otherEncoder = `escolha outro em “${pt.encoder}”, ${inLibrary}`;
const otherWords = `em “${pt.inOtherWords}” (${pt.compare}, “${pt.makeRun}”)`;
const approximate = `“${pt.makeApproximate}”, ${inLibrary}`;
const fit = `escolha “${pt.fittedToThis}” em “${pt.encoder}”, ${inLibrary}, e depois “${pt.makeIndex}”`;

export const inWindowPt: Readonly<Record<string, string>> = {
  // Encoders and language models.
  'Its file may be damaged: delete its folder, then index with --encoder fitted again.': `O arquivo pode estar danificado: apague a pasta; depois ${fit}.`,
  'The model file may be damaged: run "pepita doctor".': `O arquivo do modelo pode estar danificado: baixe-o de novo e use “${pt.lookAgain}” ${inModels}.`,
  'Write the manifest again: pepita models add FILE.gguf --force': `A linha de comando escreve o manifesto de novo (pepita models add ARQUIVO.gguf --force). Até lá, ${otherEncoder}.`,
  'Let Pepita write it: pepita models add {0}': `A linha de comando o escreve (pepita models add {0}). Até lá, ${otherEncoder}.`,
  'Write it again: pepita models add {0} --force': `A linha de comando o escreve de novo (pepita models add {0} --force). Até lá, ${otherEncoder}.`,
  'Write the manifest again: pepita models add {0} --force': `A linha de comando escreve o manifesto de novo (pepita models add {0} --force). Até lá, ${otherEncoder}.`,
  'A half-finished download? Fetch or build it again; if it was changed on purpose: pepita models add {0} --force': `Download incompleto? Baixe-o ou gere-o de novo e use “${pt.lookAgain}” ${inModels}. Se a mudança foi de propósito, a linha de comando o aceita como está: pepita models add {0} --force`,
  'Known: {0}. Add a folder with a graph and its tokenizer, or a GGUF: pepita models add PATH.': `Há: {0}. Escolha um deles em “${pt.encoder}”, ${inLibrary}.`,
  'If memory is short, use a smaller model or fewer --max-tokens; else the file may be damaged: fetch it again.':
    'Se falta memória, escolha um codificador menor; senão, o arquivo pode estar danificado: baixe-o de novo.',
  'Name a chat model with --model: pepita models lists them. This one can make an index: pepita models add {0}.': `Escolha um modelo de conversa: ${pt.models} mostra quais há. Este pode fazer um índice, depois que a linha de comando o examinar: pepita models add {0}.`,
  'Name a .gguf file, or one listed by: pepita models.': `Escolha um dos que ${pt.models} mostra.`,
  'Put one into {0} or name it with --model; {1}.': `Ponha um em {0} e use “${pt.lookAgain}” ${inModels}; {1}.`,
  'without one, --extractor extractive works': `sem um, as regras extraem nuggets (“${pt.nuggetsBy}”, ${inLibrary})`,
  'without one, --formulator extractive works': 'sem um, as regras escolhem orações da consulta',
  'reranking needs one, here or behind an --endpoint': `a reordenação precisa de um, aqui ou em um servidor remoto (${pt.models})`,
  '{0} language models were found: say which with --model.': 'Foram achados {0} modelos de linguagem: escolha um.',
  // Endpoints.
  'Serves it another model? Try it: pepita endpoints test, then index again.': `Ele serve outro modelo? Use “${pt.tryIt}” ${inModels} e depois indexe de novo.`,
  'If you trust it, name it yourself: pepita endpoints add {0} URL.': `Se confia nele, adicione {0} de novo ${inModels}, com esse endereço.`,
  'Is it running? Try it: pepita endpoints test {0}. What is done is kept.': `Ele está rodando? Use “${pt.tryIt}” em {0}, ${inModels}. O que foi feito está guardado.`,
  'Look at address and model: pepita endpoints list. Change them: pepita endpoints add {0} URL --chat-model M.': `Veja endereço e modelo ${inModels}. Para mudá-los, adicione {0} de novo ali.`,
  'Say how many tokens it takes: pepita endpoints add {0} URL … --context-size N (for vectors: --embedding-tokens N).': `Adicione {0} de novo ${inModels} e diga quantos tokens aceita: “${pt.field_context_size}”; para vetores, “${pt.field_embedding_tokens}”.`,
  'Add it: pepita endpoints add {0} URL --chat-model M.': `Adicione-o ${inModels}: “${pt.addEndpoint}”.`,
  'Give --chat-model M, --embedding-model M or both.': `Preencha “${pt.chatModel}”, “${pt.embeddingModel}” ou ambos.`,
  'To go on, turn it on: pepita endpoints enable {0}; then start again.': `Para continuar, use “${pt.turnOn}” em {0}, ${inModels}, e comece de novo.`,
  'Turn it on: pepita endpoints enable {0}.': `Use “${pt.turnOn}” em {0}, ${inModels}.`,
  'Name one: pepita endpoints add {0} URL --{1}-model M.': `Adicione {0} de novo ${inModels} e nomeie um ali.`,
  'Add it anew with --embedding-model M.': `Adicione-o de novo ${inModels}, com “${pt.embeddingModel}” preenchido.`,
  'Add it anew with --chat-model M.': `Adicione-o de novo ${inModels}, com “${pt.chatModel}” preenchido.`,
  // Importing, extracting, indexing.
  'Leave --format out to have it recognised.': `Escolha “${pt.format_auto}” em “${pt.format}”.`,
  'this is a TREC run, which is compared, not imported: pepita evaluate --run FILE':
    'isto é uma execução TREC, que se mede, não se importa; a linha de comando faz isso: pepita evaluate --run ARQUIVO',
  'judgments of the split "{0}" alone; left out: {1} (--split NAME or all)':
    'só os julgamentos da partição "{0}"; ficaram de fora: {1} (a linha de comando aceita outra: --split NOME ou all)',
  'Import one first: pepita import PATH --collection ID.': `Importe uma antes: “${pt.importOwn}”, ${inLibrary}.`,
  'Import qrels into it, or name a file: --qrels FILE.': `Importe-os (“${pt.importOwn}”, ${inLibrary}), ou julgue a ${pt.relevance.toLowerCase()} em ${pt.audit}.`,
  'Name one with --system.': 'Dê outro nome ao arquivo: no máximo 60 letras, algarismos, espaços ou . _ + -',
  'See what there is: pepita profiles.': `Escolha um em “${pt.readFor}”, ${inLibrary}.`,
  'Leave one of both out; pepita profiles says what each makes.': `Escolha outro em “${pt.readFor}”, ${inLibrary}: ali se diz o que cada um faz.`,
  'pepita profiles says what each makes.': `Escolha outro em “${pt.readFor}”, ${inLibrary}: ali se diz o que cada um faz.`,
  'List them: pepita jobs.': `“${pt.jobs}”, ${inLibrary}, mostra quais há.`,
  'Draw them out: pepita {0} --collection {1}; then pepita index --collection {2}.': `Use “${pt.extract}” ou “${pt.makeSummaries}” na coleção, ${inLibrary}, e depois “${pt.makeIndex}”.`,
  'Index it: {0}.': `Use “${pt.makeIndex}” na coleção, ${inLibrary}.`,
  'Index again: {0}.': `Use “${pt.makeIndex}” na coleção, ${inLibrary}.`,
  'Fit one: pepita index --collection {0} --encoder fitted.': `Para ajustar um, ${fit}.`,
  "Use the collection's own: --encoder fitted (pepita index --collection {0} --encoder fitted makes it).": `Use o da própria coleção: ${fit}.`,
  '{0} is out of date: {1}. Fit it again: pepita index --collection {2} --encoder fitted': `{0} está desatualizado: {1}. Para ajustá-lo de novo, ${fit}.`,
  'there is no approximate index of the {0} vectors of {1} ({2})': `não há índice aproximado dos vetores de {0:word} de {1} (${approximate})`,
  'documents or extractions have changed since the approximate index was made; make it anew ({0})': `documentos ou extrações mudaram desde que o índice aproximado foi feito; faça-o de novo (${approximate})`,
  'the approximate index is gone from the workspace; make it anew ({0})': `o índice aproximado não está mais no espaço de trabalho; faça-o de novo (${approximate})`,
  // Queries, runs, judgments.
  'Make them: pepita formulate --collection {0} (with --model or --endpoint a language model writes them).': `Use “${pt.writeThem}” ${otherWords}.`,
  'Make them: pepita formulate --collection {0}{1}.': `Use “${pt.writeThem}” ${otherWords}.`,
  'List them: pepita formulations --collection {0}.': `Elas estão ${otherWords}.`,
  'The issues of this query are clauses of it, picked by rules: nothing else was formulated for it. A language model writes them: pepita formulate --text.': `As questões desta consulta são orações dela, escolhidas por regras: nada mais foi formulado para ela. Um modelo de linguagem escreve as das consultas da coleção ${otherWords}.`,
  'Write one by hand (pepita formulations edit), formulate it with another model, or search it as it is.': `Escreva uma à mão ${otherWords}, formule a consulta com outro modelo, ou busque-a como está.`,
  'The model is told the queries as they are: not every one is formulated (pepita formulate).': `O modelo recebe as consultas como são: nem todas estão formuladas (“${pt.inOtherWords}”).`,
  'Rerank it: pepita rerank --run ID.': `“${pt.rerankRun}”, ${inCompare}, faz isso.`,
  'Name a folder: --out DIR.': 'Feche o outro Pepita que escreve neste espaço de trabalho, abra este de novo e execute então.',
  'Name a file that pepita judging export wrote.': `Escolha um arquivo que “${pt.files_exportRelevance}” escreveu.`,
  // The workspace.
  'Close the other Pepita (the workbench or a command), or choose another folder with --workspace.':
    'Feche o outro Pepita (a janela ou um comando) e abra este de novo.',
  'Update Pepita, or choose another folder with --workspace.': 'Atualize o Pepita e abra-o de novo.',
  'Choose a folder that you may write to: --workspace DIR.': 'Garanta que você possa escrever ali e abra o Pepita de novo.',
};
