/** Which fitted encoder belongs to a collection, whether it is still true to it, and where it may be used. */
import type { CollectionSummary } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { EncoderManifest, FittedTrace } from '../embed/manifest';
import { identityOf } from '../embed/modelFiles';
import type { Encoder, Store } from '../ports';
import { sha256Hex } from '../text/hash';
import type { EngineContext } from './context';
import { DEFAULT_ENCODER, type EncoderFolder, findEncoders } from './openEncoders';

/** What a user says for "the collection's own fitted encoder". */
export const FITTED = 'fitted';

/** Raised when fitting changes, so that what was fitted before is fitted again. */
export const RECIPE = 1;

/** With more than this share of documents that a fit has not seen, it is out of date. */
const UNSEEN_SHARE = 0.2;

const PLAIN = /^[a-z0-9][a-z0-9_-]{0,59}$/;
const LOOKS_HASHED = /-[0-9a-f]{8}$/;

/** Id and folder name: the collection's own where it is a plain one, else its letters and a hash. */
export function fittedId(collection: string): string {
  if (PLAIN.test(collection) && !LOOKS_HASHED.test(collection)) return `fitted-${collection}`;
  const letters = collection
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return `fitted-${letters || 'collection'}-${sha256Hex(collection).slice(0, 8)}`;
}

function ownManifest(folders: readonly EncoderFolder[], collection: string): EncoderManifest | undefined {
  const id = fittedId(collection);
  return folders.find((folder) => folder.id === id && folder.manifest.fitted?.collection === collection)?.manifest;
}

/** What the library tells of a collection's fitted encoder, from the encoders and identities that are there. */
export function fitState(
  folders: readonly EncoderFolder[],
  identities: ReadonlyMap<string, string>,
  collection: string,
  documents: number,
): CollectionSummary['fitted'] {
  const fit = ownManifest(folders, collection)?.fitted;
  return {
    encoder: fittedId(collection),
    documents: fit?.documents ?? null,
    due: fit !== undefined && staleness(fit, documents, identities.get(DEFAULT_ENCODER) ?? '') !== '',
  };
}

/** The documents that a fit sees. */
export async function documentsOf(store: Store, collection: string): Promise<{ documents: number; documents_sha256: string }> {
  const { heads } = await store.documentHeads({ collection });
  return { documents: heads.length, documents_sha256: sha256Hex(JSON.stringify(heads.map(({ doc_id, sha256 }) => [doc_id, sha256]))) };
}

/**
 * Why a fit should be made again, or ''. Documents are added and never changed, so that their number tells how many are new.
 * @param documents of the collection as it is now
 */
export function staleness(fit: FittedTrace, documents: number, teacher: string): string {
  if (fit.recipe !== RECIPE) return 'an earlier Pepita fitted it';
  if (fit.teacher.identity !== teacher) return `it follows another ${DEFAULT_ENCODER}`;
  const added = documents - fit.documents;
  if (added <= UNSEEN_SHARE * documents) return '';
  return `${added} of ${documents} documents came after it was fitted`;
}

/**
 * The encoder to rank a collection with: "fitted" is the collection's own.
 * @throws NOT_INDEXED where nothing was fitted yet, USAGE for one fitted to another collection
 */
export async function encoderFor(context: EngineContext, collection: string, id: string | undefined): Promise<Encoder> {
  if (id !== FITTED) return refuseForeign(await context.encoder(id), collection);
  if (ownManifest(await findEncoders(context.config), collection)) return context.encoder(fittedId(collection));
  throw new AppError(
    'NOT_INDEXED',
    `No encoder has been fitted to "${collection}" yet.`,
    `Fit one: pepita index --collection ${collection} --encoder fitted.`,
  );
}

function refuseForeign(encoder: Encoder, collection: string): Encoder {
  const own = encoder.info.fitted_to;
  if (own === null || own === collection) return encoder;
  throw new AppError(
    'USAGE',
    `${encoder.info.id} was fitted to the collection "${own}" and knows no other: in "${collection}" it would rank badly.`,
    `Use the collection's own: --encoder fitted (pepita index --collection ${collection} --encoder fitted makes it).`,
    { fitted_to: own },
  );
}

/** Why the collection's own encoder should be fitted again, '' where it need not be; undefined where none was fitted. */
export async function fitStaleness({ config, store }: EngineContext, collection: string): Promise<string | undefined> {
  const folders = await findEncoders(config);
  const fit = ownManifest(folders, collection)?.fitted;
  if (!fit) return undefined;
  const { total } = await store.documentHeads({ collection, limit: 1 });
  // The default encoder's identity by its files: it need not be opened for it.
  const teacher = folders.find(({ id }) => id === DEFAULT_ENCODER);
  return staleness(fit, total, teacher ? await identityOf(teacher.dir, teacher.manifest) : '');
}

/** What a user should know before trusting a ranking by this encoder. */
export async function fitWarnings(context: EngineContext, collection: string, encoderId: string): Promise<string[]> {
  if (encoderId !== fittedId(collection)) return [];
  const why = await fitStaleness(context, collection);
  return why ? [`${encoderId} is out of date: ${why}. Fit it again: pepita index --collection ${collection} --encoder fitted`] : [];
}
