/** A proposed manifest as the contract lists it. */
import type { Proposal } from '../embed/propose';

export const listProposal = (proposal: Proposal) =>
  Object.entries(proposal).map(([field, { value, from, sure }]) => ({ field: field as keyof Proposal, value, from, sure }));
