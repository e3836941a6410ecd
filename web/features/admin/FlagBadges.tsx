import IconFlag from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs';
import type { PlayerFlag } from '../../gql/graphql.ts';
import { flags as flagsWords } from '#messages/admin/flags.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import classes from './FlagBadges.module.css';

const tones: Record<PlayerFlag, BadgeTone> = {
  WATCH: 'attention',
  VIP: 'good',
  CHARGEBACK_RISK: 'bad',
  PROBLEM_GAMBLING: 'bad',
};

interface FlagBadgesProps {
  flags: readonly PlayerFlag[];
  /** Icons whose text is a tooltip, for a row of one line. */
  compact?: boolean;
}

/** What a player is marked with; nothing where there is none. */
export function FlagBadges({ flags, compact = false }: FlagBadgesProps) {
  if (flags.length === 0) return null;
  return (
    <ul className={`${classes.list} ${compact ? classes.compact : ''}`} aria-label={flagsWords.title}>
      {flags.map((flag) => (
        <li key={flag}>
          <Badge text={flagsWords.names[flag]} icon={IconFlag} tone={tones[flag]} compact={compact} />
        </li>
      ))}
    </ul>
  );
}
