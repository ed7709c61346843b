/** The JSON schema that a summary's answer is bound to, from the form's fields. */
import type { FormField } from '../../../../shared/profiles';
import type { JsonSchema } from '../../chat/chatModel';

export function summarySchema(fields: readonly FormField[]): JsonSchema {
  const quoted = {
    type: 'object',
    properties: { text: { type: 'string' }, quote: { type: 'string' } },
    required: ['text', 'quote'],
    additionalProperties: false,
  };
  const properties = Object.fromEntries(
    fields.map((field) => {
      const item = field.quoted ? quoted : { type: 'string' };
      return [field.name, field.type === 'list' ? { type: 'array', maxItems: field.max_items, items: item } : item];
    }),
  );
  return { type: 'object', properties, required: fields.map(({ name }) => name), additionalProperties: false };
}
