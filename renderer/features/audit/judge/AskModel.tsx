import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import type { QueueItem } from '../../../../shared/contract';
import { api } from '../../../api';
import { useT } from '../../../i18n';
import { useCommands } from '../../../shell/commands';
import { Fault } from '../../../shell/Fault';
import { useLoad } from '../../../shell/hooks';
import { type ChatModels, chatChoice, useChatModels } from '../../../shell/useChatModels';
import { Pick } from '../../../ui/Pick';

interface Props {
  active: boolean;
  collection: string;
  item: QueueItem;
  /** As `useChatModels` names it; the first one where there is none of that name. */
  chosen: string;
  onChoose: (model: string) => void;
}

/** A language model asked whether the evidence bears a nugget: never on by itself, this nugget alone, by button or key. */
export function AskModel(props: Props) {
  // Models are looked for once, not for each nugget; what was asked belongs to one nugget alone.
  const { choices } = useChatModels();
  const { nugget, version } = props.item;
  return <Question key={`${nugget.id} ${version}`} {...props} choices={choices} />;
}

function Question({ active, collection, item: { nugget }, chosen, choices, onChoose }: Props & { choices: ChatModels['choices'] }) {
  const { t } = useT();
  const [asked, setAsked] = useState<{ readonly value: string; readonly label: string }>();
  const model = choices.find(({ value }) => value === chosen) ?? choices[0];
  const { value, error, loading } = useLoad(
    (signal) =>
      asked && api.call('hint', { collection, doc_id: nugget.doc_id, nugget_id: nugget.id, ...chatChoice(asked.value) }, { signal }),
    [asked],
  );
  const ask = () => setAsked(model && { ...model });
  useCommands('ask-model', t('hints'), active && model !== undefined, [
    { id: 'ask-model', label: t('askAModel'), keys: 'Shift+h', run: ask },
  ]);
  if (!model) return null;
  const reading = asked && loading;
  const told = asked && value && !loading;
  return (
    <div className="ask-model small muted">
      <p className="row" role="status">
        <MessageCircleQuestion size={14} aria-hidden="true" />
        {reading && t('modelReads', { model: asked.label })}
        {told && value.model && t('modelSays', { model: asked.label, verdict: t(`faithful_${value.model}`) })}
        {told && !value.model && t('modelSaysNothing', { model: asked.label })}
        {reading ? (
          <button type="button" className="link" onClick={() => setAsked(undefined)}>
            {t('stop')}
          </button>
        ) : (
          !(told && asked.value === model.value) && (
            <button type="button" className="link" onClick={ask}>
              {choices.length > 1 ? t('askIt') : t('askModel', { model: model.label })}
            </button>
          )
        )}
        {!reading && choices.length > 1 && <Pick label={t('hintModel')} choices={choices} value={model.value} onChange={onChoose} />}
      </p>
      {asked && error && <Fault error={error} />}
    </div>
  );
}
