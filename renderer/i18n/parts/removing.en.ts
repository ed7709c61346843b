/** Words of removing what is kept, in English. */
export const removingEn = {
  removeRun: 'Remove the run',
  runLost: 'Its ranking is lost, and what it retrieved for each query: it can’t be rescored or compared any more.',
  runLostReranked: 'Its ranking is lost, and with it the reasons that the model gave.',
  runStays: 'Run files that were written stay, and the same settings make the same run again. This can’t be undone.',
  removeOutcome: 'Remove the outcome',
  outcomeLost_one: 'Its {{count}} run, its tables and its report are lost.',
  outcomeLost_other: 'Its {{count}} runs, its tables and its report are lost.',
  outcomeStays: 'The experiment’s file stays, and makes the same runs again: {{file}}. This can’t be undone.',
} as const;
