import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { deactivatedUid } from '../../apollo/deactivated.ts';
import { keepChoice, languages, pageLanguage, showLanguage } from '../../apollo/language.ts';
import { ProductNotice } from '../../features/product/ProductNotice.tsx';
import { useProduct } from '../../features/product/useProduct.ts';
import { Link } from '../../features/navigation/Link.tsx';
import { homeOf } from '../../features/session/homeOf.ts';
import { useSession } from '../../features/session/useSession.ts';
import { languageNames, type Language } from '../../messages/locales.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Motif } from '../../ui/Motif.tsx';
import { lazyPart } from '../../ui/lazyPart.ts';
import classes from './LandingPage.module.css';
import { NotFoundPage } from './NotFoundPage.tsx';

/** Loaded for those only whom it concerns. */
const DeactivatedNotice = lazyPart(
  async () => (await import('../../features/session/DeactivatedNotice.tsx')).DeactivatedNotice,
);

const quiet = `${classes.action} ${classes.quiet}`;

/** The path of the product's name; any other single segment is not found. */
export function LandingPage() {
  const { slug } = useParams();
  const { name, slug: own } = useProduct();
  const user = useSession()?.user;
  if (slug?.toLowerCase() !== own.toLowerCase()) return <NotFoundPage />;
  return (
    <div className={classes.column}>
      <title>{name}</title>
      <nav aria-label={words.landing.language} className={classes.languages}>
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
      <main className={classes.main}>
        <Motif size={148} />
        <h1 className={classes.title}>{words.landing.title(name)}</h1>
        <p className={classes.text}>{words.landing.text}</p>
        <div className={classes.actions}>
          {user && (
            <Link to={homeOf(user)} className={classes.action}>
              {words.common.continueAs(user.name)}
            </Link>
          )}
          <Link to={paths.login} className={user ? quiet : classes.action}>
            {words.landing.login}
          </Link>
          {!user && (
            <Link to={paths.signup} className={quiet}>
              {words.landing.register}
            </Link>
          )}
        </div>
        <Link to={paths.transparency} className={classes.more ?? ''}>
          {words.landing.transparency}
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
