import type { FragmentType } from '@apollo/client/masking';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { ProfileHeader_userFragment } from '../../gql/graphql.ts';
import { account } from '#messages/account.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Link } from '../navigation/Link.tsx';
import classes from './ProfileHeader.module.css';

export const ProfileHeader_user = graphql(`
  fragment ProfileHeader_user on User {
    uid
    name
    email
    avatar
  }
`);

/** The current user: picture, name, UID to copy, e-mail, and a link to change them. */
export function ProfileHeader({ user }: { user: FragmentType<ProfileHeader_userFragment> }) {
  const { data } = useFragmentData({ fragment: ProfileHeader_user, from: user });
  return (
    <Card>
      <div className={classes.profile}>
        <img src={data.avatar} alt="" className={classes.avatar} width={72} height={72} />
        <div className={classes.text}>
          <div className={classes.top}>
            <p className={classes.name}>{data.name}</p>
            <Link to={paths.avatar} className={classes.edit ?? ''} aria-label={account.editProfile}>
              <IconPencil size={20} aria-hidden />
            </Link>
          </div>
          <p className={classes.uid}>
            {account.uid(data.uid)}
            <CopyButton text={data.uid} label={account.copyUid} copied={account.uidCopied} />
          </p>
          <p className={classes.email}>{data.email}</p>
        </div>
      </div>
    </Card>
  );
}
