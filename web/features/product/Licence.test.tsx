import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import Licence from './Licence.tsx';

it('keeps the lines, makes addresses links without what follows them, and has the mark of the age', () => {
  const text = 'Meru Games Ltd\nLicence 7 (https://register.example/7), see https://help.example.\n<b>Play safely</b>';
  renderApp(<Licence text={text} />);
  expect(screen.getByLabelText('Only for adults of 18 years and more').textContent).toBe('18+');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://register.example/7',
    'https://help.example',
  ]);
  expect(document.body.textContent).toContain('Meru Games Ltd\nLicence 7');
  expect(document.body.textContent).toContain('<b>Play safely</b>');
});
