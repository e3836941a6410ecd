import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { SetupCard_itemFragment } from '../../gql/graphql.ts';
import { setup } from '#messages/admin/setup.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { useMay } from '../admin/useMay.ts';
import { LinkButton } from '../shell/LinkButton.tsx';
import { SettleStep } from './SettleStep.tsx';
import classes from './SetupCard.module.css';
import { StatsCard } from './StatsCard.tsx';

graphql(`
  fragment SetupCard_item on SetupItem {
    step
    done
    facts
    optional
    choice {
      reason
      settledBy {
        id
        name
      }
    }
  }
`);

type Item = SetupCard_itemFragment;

/** How many steps are shown until all are asked for: the figures below should stay in sight. */
const FIRST = 3;

/** The screen on which a step is done; the others are done on the server. */
const pages: Readonly<Partial<Record<Item['step'], string>>> = {
  OWN_SECOND_FACTOR: paths.admin.secondFactor,
  SECOND_OWNER: paths.admin.registerNewAdmin,
  ROLES: paths.admin.manageAdmin,
  FOUR_EYES: paths.admin.proposals,
  PAYEE: paths.admin.manageUpi,
  LIMITS: paths.admin.sapre,
};

/** What a new installation needs before it opens, until all of it is settled. For those who may read it. */
export function SetupCard({ items }: { items: readonly Item[] }) {
  const [all, setAll] = useState(false);
  const settled = items.filter(isSettled);
  const open = items.filter((item) => !isSettled(item));
  if (open.length === 0) return null;
  const shown = all ? open : open.slice(0, FIRST);
  return (
    <StatsCard title={setup.title}>
      <p className={classes.hint}>
        {setup.progress(settled.length, items.length)}. {setup.hint}
      </p>
      <ul className={classes.list} aria-label={setup.title}>
        {shown.map((item) => (
          <li key={item.step} className={classes.step}>
            <OpenStep item={item} />
          </li>
        ))}
      </ul>
      {shown.length < open.length && (
        <Button variant="light" onClick={() => setAll(true)}>
          {setup.all(open.length)}
        </Button>
      )}
      {all && settled.length > 0 && (
        <details>
          <summary className={classes.summary}>{setup.settled(settled.length)}</summary>
          <ul className={classes.list}>
            {settled.map((item) => (
              <li key={item.step} className={classes.step}>
                <SettledStep item={item} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </StatsCard>
  );
}

const isSettled = ({ done, choice }: Item) => done || choice !== null;

function OpenStep({ item: { step, facts, optional } }: { item: Item }) {
  const { title, why, command, link } = setup.steps[step];
  const page = pages[step];
  const isOwner = useMay()('SETUP_SETTLE');
  return (
    <>
      <div className={classes.words}>
        <h3 className={classes.title}>{title}</h3>
        <p className={classes.hint}>{why}</p>
        {facts.map((fact) => (
          <p key={fact} className={classes.fact}>
            {fact}
          </p>
        ))}
        {command && (
          <p className={classes.command}>
            <code translate="no">{command}</code>
            <CopyButton text={command} label={setup.copyCommand(title)} copied={setup.commandCopied} />
          </p>
        )}
      </div>
      {isOwner && (
        <div className={classes.deeds}>
          {page && (
            <LinkButton to={page} label={`${link}: ${title}`} quiet>
              {link}
            </LinkButton>
          )}
          {optional && <SettleStep step={step} settled />}
        </div>
      )}
    </>
  );
}

function SettledStep({ item: { step, done, choice } }: { item: Item }) {
  const may = useMay();
  return (
    <>
      <div className={classes.words}>
        <h3 className={classes.title}>{setup.steps[step].title}</h3>
        <p className={classes.hint}>
          {done || choice === null ? setup.done : setup.by(choice.settledBy.name, choice.reason)}
        </p>
      </div>
      {!done && may('SETUP_SETTLE') && (
        <div className={classes.deeds}>
          <SettleStep step={step} settled={false} />
        </div>
      )}
    </>
  );
}
