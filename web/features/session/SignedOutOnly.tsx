import { useState, type ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { isSigningOut, readSession } from '../../apollo/sessionStore.ts';
import { homeOf } from './homeOf.ts';

/**
 * A page for visitors: whoever is signed in when it is opened is shown into the app. Not a user who is signing out, whose
 * session ends in a moment, nor one who signs in on this page, which continues by itself. `unless`: nobody is.
 */
export function SignedOutOnly({ unless = false, children }: { unless?: boolean; children: ReactNode }) {
  const [user] = useState(() => (unless || isSigningOut() ? null : (readSession()?.user ?? null)));
  return user ? <Navigate to={homeOf(user)} replace /> : children;
}
