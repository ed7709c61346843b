import type { removingEn } from './removing.en';

/** As palavras da remoção do que está guardado, em português. */
export const removingPt: Record<keyof typeof removingEn, string> = {
  removeRun: 'Remover a execução',
  runLost: 'Perde-se a ordenação e o que foi recuperado para cada consulta: não poderá mais ser repontuada nem comparada.',
  runLostReranked: 'Perde-se a ordenação e, com ela, as razões que o modelo deu.',
  runStays: 'Os arquivos de execução já gravados ficam, e os mesmos ajustes refazem a mesma execução. Isto não pode ser desfeito.',
  removeOutcome: 'Remover o resultado',
  outcomeLost_one: 'Perdem-se {{count}} execução, as tabelas e o relatório.',
  outcomeLost_other: 'Perdem-se {{count}} execuções, as tabelas e o relatório.',
  outcomeStays: 'O arquivo do experimento fica e refaz as mesmas execuções: {{file}}. Isto não pode ser desfeito.',
};
