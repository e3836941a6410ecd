import type { ComponentProps } from 'react';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import classes from './FormCard.module.css';

/** A form of the back office, in reading width. */
export function FormCard(form: ComponentProps<typeof Form>) {
  return (
    <Card className={classes.card}>
      <Form {...form} />
    </Card>
  );
}
