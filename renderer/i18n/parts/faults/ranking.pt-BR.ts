/** What search, formulated queries and reranking say, in Portuguese. */
export const rankingFaults = {
  ' --formulator {0}': ' --formulator {0}',
  '"{0}" has {1} {2} vectors; an approximate index is offered from {3}.':
    '"{0}" tem {1} vetores de {2:word}; um índice aproximado é oferecido a partir de {3}.',
  ', row {0}': ', linha {0}',
  'A context of {0} tokens has no room for a query beside the prompt.':
    'Um contexto de {0} tokens não tem espaço para uma consulta além das instruções.',
  'A context of {0} tokens has no room for {1} candidates beside the query.':
    'Um contexto de {0} tokens não tem espaço para {1} candidatos além da consulta.',
  'At temperature 0 repeats with other seeds are the same.': 'À temperatura 0, repetições com outras sementes são iguais.',
  'Choose a share of BM25 from 0 to 1, or weights of the parts above 0.':
    'Escolha uma parte do BM25 de 0 a 1, ou pesos das partes acima de 0.',
  'Draw them out: pepita {0} --collection {1}; then pepita index --collection {2}.':
    'Faça-os: pepita {0} --collection {1}; depois pepita index --collection {2}.',
  'Give each text an id of its own.': 'Dê a cada texto um id próprio.',
  'Give it once, with a greater weight.': 'Dê-a uma só vez, com peso maior.',
  'Index the collection again; if it comes back, the encoder is damaged.':
    'Indexe a coleção de novo; se voltar a ocorrer, o codificador está danificado.',
  'Is it a run of another collection?': 'É uma execução de outra coleção?',
  'It has {0} queries.': 'Ela tem {0} consultas.',
  'It needs at least {0}: use a model with a longer context.': 'São necessários pelo menos {0}: use um modelo com contexto maior.',
  'Leave --model out, or use --formulator llama.': 'Omita --model, ou use --formulator llama.',
  'Leave --temperature out, or say --vary order.': 'Omita --temperature, ou diga --vary order.',
  'List them: pepita formulations --collection {0}.': 'Veja quais há: pepita formulations --collection {0}.',
  'Make them: pepita formulate --collection {0} (with --model or --endpoint a language model writes them).':
    'Faça-as: pepita formulate --collection {0} (com --model ou --endpoint, um modelo de linguagem as escreve).',
  'Make them: pepita formulate --collection {0}{1}.': 'Faça-as: pepita formulate --collection {0}{1}.',
  'Mend the row, or leave it out.': 'Corrija a linha, ou retire-a.',
  'Name a run file, or the id of a run that was kept.': 'Nomeie um arquivo de execução, ou o id de uma execução guardada.',
  'Name it with --run.': 'Diga qual com --run.',
  'No issue phrase could be made: {0}.': 'Não se pôde formular nenhuma questão: {0}.',
  'No {0} of "{1}" is by "{2}".': 'Em "{1}" não há {0:word} de "{2}".',
  'Parts belong to a hybrid, not to the ranker "{0}".': 'Só uma ordenação híbrida tem partes, não o ordenador "{0}".',
  'Queries and a text of its own were given.': 'Foram dadas consultas e também um texto avulso.',
  'Ranked document {0} is not in the collection.': 'O documento ordenado {0} não está na coleção.',
  'Rerank it: pepita rerank --run ID.': 'Reordene-a: pepita rerank --run ID.',
  'Say --ranker hybrid.': 'Diga --ranker hybrid.',
  'Search exactly: of so few vectors it is as fast.': 'Busque exatamente: com tão poucos vetores é igualmente rápido.',
  'Searched exactly: {0}.': 'Busca exata: {0}.',
  'Some similarities are not numbers.': 'Algumas semelhanças não são números.',
  'The collection "{0}" has no formulations "{1}".': 'A coleção "{0}" não tem formulações "{1}".',
  'The collection "{0}" has no queries.': 'A coleção "{0}" não tem consultas.',
  'The collection "{0}" has no {1} yet.': 'A coleção "{0}" ainda não tem {1:word}.',
  'The extractive formulator takes no --model.': 'O formulador por regras não aceita --model.',
  'The id "{0}" occurs twice among the texts to index.': 'O id "{0}" aparece duas vezes entre os textos a indexar.',
  'The issues of this query are clauses of it, picked by rules: nothing else was formulated for it. A language model writes them: pepita formulate --text.':
    'As questões desta consulta são orações dela, escolhidas por regras: nada mais foi formulado para ela. Um modelo de linguagem as escreve: pepita formulate --text.',
  'The model is told the queries as they are: not every one is formulated (pepita formulate).':
    'O modelo recebe as consultas como são: nem todas estão formuladas (pepita formulate).',
  'The part "{0}" is there twice.': 'A parte "{0}" está duas vezes.',
  'The queries of "{0}" are not formulated yet.': 'As consultas de "{0}" ainda não foram formuladas.',
  'The query': 'A consulta',
  'The query "{0}"': 'A consulta "{0}"',
  'The query is empty.': 'A consulta está vazia.',
  'The run "{0}" has no reranked query "{1}".': 'A execução "{0}" não tem consulta reordenada "{1}".',
  'The run "{0}" ranks for none of these queries.': 'A execução "{0}" não responde a nenhuma destas consultas.',
  'The run "{0}" was not reranked.': 'A execução "{0}" não foi reordenada.',
  'The run came without a configuration: it is written to the file alone, and not kept.':
    'A execução veio sem configuração: é só gravada no arquivo, e não guardada.',
  'The weights of a hybrid ranking must be 0 or more, and one of them above 0.':
    'Os pesos de uma ordenação híbrida devem ser 0 ou mais, e um deles acima de 0.',
  'The {0} formulator works on this machine and takes no --endpoint.':
    'O formulador {0:word} trabalha nesta máquina e não aceita --endpoint.',
  'There is neither a kept run nor a file "{0}".': 'Não há execução guardada nem arquivo "{0}".',
  'There is no query "{0}" in collection "{1}".': 'Não há consulta "{0}" na coleção "{1}".',
  'There is no such formulation.': 'Essa formulação não existe.',
  'Type a thesis, a question or key words.': 'Escreva uma tese, uma pergunta ou palavras-chave.',
  'Use a model with a longer context.': 'Use um modelo com contexto maior.',
  'Which run is to be reranked?': 'Que execução deve ser reordenada?',
  'Write one by hand (pepita formulations edit), formulate it with another model, or search it as it is.':
    'Escreva uma à mão (pepita formulations edit), formule a consulta com outro modelo, ou busque-a como está.',
  'by sentence every {0} counts, so that an approximate index would find too few':
    'por frase, cada {0:word} conta, e um índice aproximado encontraria poucos demais',
  'documents or extractions have changed since the approximate index was made; make it anew ({0})':
    'documentos ou extrações mudaram desde que o índice aproximado foi feito; faça-o de novo ({0})',
  'nothing could be read ({0}); the candidates keep their order': 'nada pôde ser lido ({0}); os candidatos mantêm a ordem',
  'only the first {0} of {1} characters fit the context': 'só os primeiros {0} de {1} caracteres cabem no contexto',
  'reranking needs one, here or behind an --endpoint': 'a reordenação precisa de um, aqui ou por --endpoint',
  'the answer holds none': 'a resposta não contém nenhuma',
  'the answer is not whole ({0}); what was whole counts': 'a resposta não está completa ({0}); vale o que está completo',
  'the approximate index holds the nuggets of every extractor, not of "{0}" alone':
    'o índice aproximado contém os nuggets de todos os extratores, não só de "{0}"',
  'the approximate index is gone from the workspace; make it anew ({0})':
    'o índice aproximado não está mais no espaço de trabalho; faça-o de novo ({0})',
  'the query was cut to {0} of {1} characters': 'a consulta foi cortada em {0} de {1} caracteres',
  'the rules find no clause in it': 'as regras não acham oração nela',
  'there is no approximate index of the {0} vectors of {1} ({2})': 'não há índice aproximado dos vetores de {0:word} de {1} ({2})',
  'window {0} of {1} (ranks {2}–{3}): {4}': 'janela {0} de {1} (posições {2}–{3}): {4}',
  'without one, --extractor extractive works': 'sem um, funciona --extractor extractive',
  'without one, --formulator extractive works': 'sem um, funciona --formulator extractive',
  '{0} candidates had no structured summary and were shown by nuggets, {1} by passages.':
    '{0} candidatos não tinham resumo estruturado e foram mostrados por nuggets, {1} por trechos.',
  '{0} has no issue phrase: {1}.': '{0} não tem questão: {1}.',
  '{0} numbers for {1} units and {2} for the queries do not fit {3} dimensions.':
    '{0} números para {1} unidades e {2} para as consultas não combinam com {3} dimensões.',
  '{0} numbers stand for no candidate: {1}': '{0} números não são de candidato algum: {1}',
  '{0} of {1} phrases ({2})': '{0} de {1} questões ({2})',
  '{0} of {1} phrases: the text has no more clauses': '{0} de {1} questões: o texto não tem mais orações',
  '{0} of {1} queries have no formulation of the kind {2}.': 'Sem formulação do tipo {2}: {0} de {1} consultas.',
  '{0} ranks "{1}", which "{2}" does not hold.': '{0} ordena "{1}", que "{2}" não contém.',
  '{0} takes the hits of one query, not of {1}.': '{0} recebe os resultados de uma consulta, não de {1}.',
  '{0} were named again: {1}': '{0} foram nomeados de novo: {1}',
  'Two runs would be written to {0}.': 'Duas execuções seriam gravadas em {0}.',
  'Give each a file of its own.': 'Dê a cada uma seu próprio arquivo.',
} as const satisfies Readonly<Record<string, string>>;
