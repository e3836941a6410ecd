/** The least that real money needs, but for the database and the key. */
export const REAL_ENV = {
  MONEY_MODE: 'real',
  OPERATOR_NAME: 'Meru Games Ltd',
  OPERATOR_LICENCE: 'Licence 1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PUBLIC_URL: 'https://play.example.com',
  TRUSTED_PROXY: '127.0.0.1',
  RATE_LIMIT: '100000000',
  PRIMARY_ADMIN_EMAIL: 'owner@play.example.com',
};
