import { expect, test } from 'vitest'
import { asksForSecret, mentionsSecret } from './asks-for-secret.ts'

test.each([
  'password',
  'Password:',
  'dbPassword',
  'USER_PASSWORD',
  'p_w',
  'p a s s w o r d',
  'p4ssw0rd',
  'pаsswоrd',
  'pass\u200Bword',
  'ｐａｓｓｗｏｒｄ',
  'passphrase',
  'pass',
  'Contraseña',
  'Mot de passe',
  'Passwort',
  'Пароль',
  'apiKey',
  'Your API key',
  'X-API-KEY',
  'accesstoken',
  'token',
  'GitHub token',
  'client secret',
  'the secret of your account',
  'PIN',
  'pinCode',
  'one-time code',
  'OTP',
  'CVV',
  'card number',
  'SSN',
  'seed phrase',
  'credentials',
])('%j asks for a secret', (text) => {
  expect(asksForSecret(text)).toBe(true)
})

test.each([
  'passenger',
  'Passenger name',
  'passport country',
  'bypass',
  'compass',
  'passage',
  'passive',
  'passthrough',
  'secretary',
  'opinion',
  'shipping',
  'spinner',
  'max_tokens',
  'token count',
  'tokenizer',
  'key',
  'keyword',
  'monkey',
  'session',
  'caliban',
  'author',
  'code',
  'postal code',
  'card title',
  'api key name',
])('%j does not', (text) => {
  expect(asksForSecret(text)).toBe(false)
})

test('words above a form count only if they cannot mean anything else', () => {
  expect(mentionsSecret('Enter your p4ssw0rd to go on.')).toBe(true)
  expect(mentionsSecret('Pin this message? Its token is old.')).toBe(false)
})
