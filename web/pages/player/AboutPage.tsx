import { useProduct } from '../../features/product/useProduct.ts';
import { Screen } from '../../features/shell/Screen.tsx';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { Motif } from '../../ui/Motif.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './AboutPage.module.css';

export function AboutPage() {
  const { name } = useProduct();
  return (
    <Screen title={words.titles.about} backTo={paths.account}>
      <Stack>
        <Banner>
          <h2 className={classes.head}>
            <Motif size={48} />
            {words.about.heading(name)}
          </h2>
        </Banner>
        <Card>
          <Stack gap={12}>
            {words.about.text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <p className={classes.adults}>{words.about.adults}</p>
          </Stack>
        </Card>
      </Stack>
    </Screen>
  );
}
