import { CheckId } from '../../shared/profiles';
import { useT } from '../i18n';

/** The checks of its profile that a nugget fails; a check of a later Pepita keeps its name. */
export function FailedChecks({ checks }: { checks: readonly string[] }) {
  const { t } = useT();
  return checks.map((check) => {
    const known = CheckId.safeParse(check);
    return (
      <span key={check} className="chip none" title={t('about_check')}>
        {known.success ? t(`check_${known.data}`) : check}
      </span>
    );
  });
}
