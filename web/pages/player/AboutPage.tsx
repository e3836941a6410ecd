import { useProduct } from '../../features/product/useProduct.ts';
import { Screen } from '../../features/shell/Screen.tsx';
import { about } from '#messages/about.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { Motif } from '../../ui/Motif.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './AboutPage.module.css';

export default function AboutPage() {
  const { name } = useProduct();
  return (
    <Screen title={titles.about} backTo={paths.account}>
      <Stack>
        <Banner>
          <h2 className={classes.head}>
            <Motif size={48} />
            {about.heading(name)}
          </h2>
        </Banner>
        <Card>
          <Stack gap={12}>
            {about.text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <p className={classes.adults}>{about.adults}</p>
          </Stack>
        </Card>
      </Stack>
    </Screen>
  );
}
