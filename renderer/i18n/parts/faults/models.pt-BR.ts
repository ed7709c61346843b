/** What language models say when they fail, and the workspace where it can't be used, in Portuguese. */
export const modelFaults = {
  'A half-finished download, or another kind of file? Fetch it again.': 'Download incompleto, ou outro tipo de arquivo? Baixe-o de novo.',
  'A half-finished download? Fetch it again.': 'Download incompleto? Baixe-o de novo.',
  'Ask again when that work is done or paused; without a model, rules answer at once.':
    'Pergunte de novo quando esse trabalho terminar ou estiver em pausa; sem um modelo, as regras respondem na hora.',
  'Choose an embedding model, Qwen3-Embedding for one.': 'Escolha um modelo de embeddings, como o Qwen3-Embedding.',
  'If memory is short, use a smaller model or close other programs; else the file may be damaged: fetch it again.':
    'Se falta memória, use um modelo menor ou feche outros programas; senão, o arquivo pode estar danificado: baixe-o de novo.',
  'If memory is short, use a smaller model or fewer --max-tokens; else the file may be damaged: fetch it again.':
    'Se falta memória, use um modelo menor ou menos --max-tokens; senão, o arquivo pode estar danificado: baixe-o de novo.',
  'Leave --model out, or use --extractor llama.': 'Omita --model, ou use --extractor llama.',
  'Leave one of the two out.': 'Omita um dos dois.',
  'Name a .gguf file, or one listed by: pepita models.': 'Nomeie um arquivo .gguf, ou um dos listados por: pepita models.',
  'Name a chat model with --model: pepita models lists them. This one can make an index: pepita models add {0}.':
    'Escolha um modelo de chat: pepita models os lista. Este pode fazer um índice: pepita models add {0}.',
  'No language model (GGUF) was found on this machine.': 'Não foi encontrado modelo de linguagem (GGUF) nesta máquina.',
  'Put one into {0} or name it with --model; {1}.': 'Coloque um em {0} ou nomeie-o com --model; {1}.',
  'The context was shifted while a prompt was read.': 'O contexto foi deslocado durante a leitura das instruções.',
  'The extractive extractor takes no --model.': 'O extrator por regras não aceita --model.',
  'The extractive extractor works without it.': 'O extrator por regras funciona sem ele.',
  'The llama.cpp runtime does not load on this machine: {0}': 'O llama.cpp não carrega nesta máquina: {0}',
  'The llama.cpp runtime does not start on this machine: {0}': 'O llama.cpp não inicia nesta máquina: {0}',
  'The {0} extractor works on this machine and takes no --endpoint.': 'O extrator {0:word} trabalha nesta máquina e não aceita --endpoint.',
  'There is no model file "{0}".': 'Não há arquivo de modelo "{0}".',
  'each word sees those after it': 'cada palavra vê as seguintes',
  'it can’t be read': 'não pode ser lido',
  'it does not begin like one': 'não começa como um',
  'it has {0} bytes, its weights alone take {1}': 'tem {0} bytes; só os pesos ocupam {1}',
  'its architecture is {0}': 'sua arquitetura é {0}',
  'its pooling is "{0}"': 'sua agregação é "{0}"',
  'version {0} is not known': 'a versão {0} não é conhecida',
  '{0} bytes are too few for {1} tensors': '{0} bytes são poucos para {1} tensores',
  "{0} can't be asked now: other work has a language model open, and memory may not hold a second.":
    'Agora não se pode perguntar a {0}: outro trabalho tem um modelo de linguagem aberto, e a memória pode não comportar um segundo.',
  '{0} does not give vectors: its pooling is number {1} (4: a reranker).':
    '{0} não dá vetores: sua agregação é a de número {1} (4: um reordenador).',
  '{0} does not load as an encoder: {1}': '{0} não carrega como codificador: {1}',
  '{0} does not load: {1}': '{0} não carrega: {1}',
  '{0} ends before its weights do': '{0} termina antes dos pesos',
  '{0} is an encoder ({1}): it gives vectors and writes no text.': '{0} é um codificador ({1}): dá vetores e não escreve texto.',
  '{0} is missing': 'falta {0}',
  '{0} is no whole GGUF file: {1}': '{0} não é um arquivo GGUF completo: {1}',
  '{0} is no whole GGUF file: {1}.': '{0} não é um arquivo GGUF completo: {1}.',
  '{0} language models were found: say which with --model.': 'Foram encontrados {0} modelos de linguagem: diga qual com --model.',
  '{0} tensors and {1} entries can’t be': '{0} tensores e {1} entradas não podem ser',
} as const satisfies Readonly<Record<string, string>>;

export const workspaceFaults = {
  'A process ({0}) on the computer "{1}" has been holding {2}. Nothing was changed.':
    'Um processo ({0}) no computador "{1}" está retendo {2}. Nada foi alterado.',
  'A process ({0}) on the computer "{1}" writes to the workspace {2}.':
    'Um processo ({0}) no computador "{1}" está gravando no espaço de trabalho {2}.',
  'Another process ({0}) writes to the workspace {1}.': 'Outro processo ({0}) está gravando no espaço de trabalho {1}.',
  'Cancelled before it began.': 'Cancelado antes de começar.',
  'Choose a folder that you may write to: --workspace DIR.': 'Escolha uma pasta em que você possa gravar: --workspace PASTA.',
  'Close Pepita there. If none runs there any more (or this computer had that name before), delete {0}.':
    'Feche o Pepita nele. Se nenhum funciona mais lá (ou se este computador tinha aquele nome), apague {0}.',
  'Close the other Pepita (the workbench or a command), or choose another folder with --workspace.':
    'Feche o outro Pepita (a bancada ou um comando), ou escolha outra pasta com --workspace.',
  'Close the other Pepita first.': 'Feche antes o outro Pepita.',
  'Close the other Pepita. If none runs there any more, delete that file.':
    'Feche o outro Pepita. Se nenhum funciona mais lá, apague esse arquivo.',
  'Free some space, then start again: the work resumes.': 'Libere espaço e recomece: o trabalho continua de onde parou.',
  'Index again with the model whose vectors are there; if it comes back, the model file is damaged.':
    'Indexe de novo com o modelo cujos vetores existem; se voltar a ocorrer, o arquivo do modelo está danificado.',
  'It is started again by itself; what was committed is kept.': 'Ele reinicia sozinho; o que foi gravado está guardado.',
  'Open it once with the workbench, or with a command that writes: it is brought up to date.':
    'Abra-o uma vez com a bancada, ou com um comando que grave: ele será atualizado.',
  'The disk is full. What was done is kept.': 'O disco está cheio. O que foi feito está guardado.',
  'The engine went away during the call.': 'O motor parou durante a chamada.',
  "The workspace {0} can't be opened ({1}).": 'O espaço de trabalho {0} não pode ser aberto ({1}).',
  'The workspace {0} is closed.': 'O espaço de trabalho {0} está fechado.',
  "The workspace {0} is of an older schema ({1} of {2}), which a reader can't change.":
    'O espaço de trabalho {0} é de um esquema anterior ({1} de {2}), que um leitor não pode mudar.',
  'The workspace {0} is open for reading only.': 'O espaço de trabalho {0} está aberto só para leitura.',
  'The workspace {0} was made by a newer Pepita (schema {1}, this one knows {2}).':
    'O espaço de trabalho {0} foi feito por um Pepita mais novo (esquema {1}; este conhece {2}).',
  'There is no command "{0}".': 'Não há comando "{0}".',
  'This is a fault of Pepita. Please report it with the details.': 'Isto é uma falha do Pepita. Por favor, relate-a com os detalhes.',
  'Update Pepita, or choose another folder with --workspace.': 'Atualize o Pepita, ou escolha outra pasta com --workspace.',
  'Was it changed by hand? Restore it from a copy.': 'Foi alterado à mão? Restaure-o de uma cópia.',
  'a line that was cut off was set aside here': 'uma linha cortada foi posta de lado aqui',
  'call {0} is already running': 'a chamada {0} já está em andamento',
  'not a call and not a cancel': 'nem chamada nem cancelamento',
  'the last line was cut off while it was written: it does not count': 'a última linha foi cortada enquanto era escrita: não conta',
  'unexpected value {0}': 'valor inesperado {0}',
  '{0} Nothing was written.': '{0} Nada foi gravado.',
  '{0} is not the JSON that Pepita wrote.': '{0} não é o JSON que o Pepita escreveu.',
  '{0} names no schema version.': '{0} não nomeia versão do esquema.',
} as const satisfies Readonly<Record<string, string>>;
