import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { deactivatedUid } from '../../apollo/deactivated.ts';
import { keepChoice, languages, pageLanguage, showLanguage } from '../../apollo/language.ts';
import { ProductNotice } from '../../features/product/ProductNotice.tsx';
import { useProduct } from '../../features/product/useProduct.ts';
import { Link } from '../../features/navigation/Link.tsx';
import { SignedOutOnly } from '../../features/session/SignedOutOnly.tsx';
import { sessionEndReason } from '../../features/session/sessionEnd.ts';
import { NotFound } from '../../features/shell/NotFound.tsx';
import { languageNames, type Language } from '../../messages/locales.ts';
import { landing } from '#messages/landing.ts';
import { paths } from '../../paths.ts';
import { Motif } from '../../ui/Motif.tsx';
import { lazyPart } from '../../ui/lazyPart.ts';
import classes from './LandingPage.module.css';

/** Loaded for those only whom it concerns. */
const DeactivatedNotice = lazyPart(
  async () => (await import('../../features/session/DeactivatedNotice.tsx')).DeactivatedNotice,
);

const SignInNotices = lazyPart(async () => (await import('../../features/session/SignInNotices.tsx')).SignInNotices);

/** The path of the product's name; any other single segment is not found. */
export default function LandingPage() {
  const { slug } = useParams();
  if (slug?.toLowerCase() !== useProduct().slug.toLowerCase()) return <NotFound />;
  return (
    <SignedOutOnly>
      <Landing />
    </SignedOutOnly>
  );
}

function Landing() {
  const { name } = useProduct();
  return (
    <div className={classes.column}>
      <title>{name}</title>
      <nav aria-label={landing.language} className={classes.languages}>
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={language === pageLanguage()}
            className={classes.language}
            onClick={() => choose(language)}
          >
            {languageNames[language]}
          </button>
        ))}
      </nav>
      {deactivatedUid() !== null && (
        <Suspense fallback={null}>
          <DeactivatedNotice />
        </Suspense>
      )}
      {sessionEndReason() !== null && (
        <Suspense fallback={null}>
          <SignInNotices />
        </Suspense>
      )}
      <main className={classes.main}>
        <Motif size={148} />
        <h1 className={classes.title}>{landing.title(name)}</h1>
        <p className={classes.text}>{landing.text}</p>
        <div className={classes.actions}>
          <Link to={paths.login} className={classes.action}>
            {landing.login}
          </Link>
          <Link to={paths.signup} className={`${classes.action} ${classes.quiet}`}>
            {landing.register}
          </Link>
        </div>
        <Link to={paths.transparency} className={classes.more ?? ''}>
          {landing.transparency}
        </Link>
      </main>
      <ProductNotice />
    </div>
  );
}

function choose(language: Language): void {
  keepChoice();
  showLanguage(language);
}
