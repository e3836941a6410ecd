import { Menu, UnstyledButton } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { shell } from '#messages/admin/shell.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { useBackCloses } from '../../ui/useBackCloses.ts';
import { useLogout } from '../session/useLogout.ts';
import classes from './AdminShell.module.css';

/** The profile dropdown of the back office: password, two-step sign-in, sessions and log-out. */
export function ProfileMenu({ name, avatar }: { name: string; avatar: string }) {
  const [opened, setOpened] = useState(false);
  useBackCloses(opened, () => setOpened(false));
  const navigate = useNavigate();
  const logout = useLogout();
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={classes.profile} aria-label={`${shell.profile}: ${name}`}>
          <img src={avatar} alt="" className={classes.avatar} />
          {name}
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void navigate(paths.admin.changePassword)}>{shell.changePassword}</Menu.Item>
        <Menu.Item onClick={() => void navigate(paths.admin.secondFactor)}>{shell.secondFactor}</Menu.Item>
        <Menu.Item onClick={() => void navigate(paths.admin.sessions)}>{titles.sessions}</Menu.Item>
        <Menu.Item onClick={() => void logout()}>{shell.logout}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
