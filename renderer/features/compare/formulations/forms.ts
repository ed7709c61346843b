/** In which words a query is searched, see shared/formulation.ts. */
export const QUERY_FORMS = ['as-is', 'q_F', 'q_I', 'q_FI', 'union'] as const;
export type QueryFormName = (typeof QUERY_FORMS)[number];
