import { compact } from './normal-forms.ts'
import type { Field } from './read-fields.ts'

interface SecretKind {
  readonly name: string
  /** The names that fields have for it. */
  readonly field: RegExp
  /** The words that people have for it. */
  readonly said: readonly string[]
}

const longestText = 200_000

const longestSecret = 100

/** Kinds of values that leave only if the user's words name them: how fields call them, and how people do. */
const kinds: readonly SecretKind[] = [
  { name: 'card number', field: /card|cvv|cvc/, said: ['card', 'credit', 'debit', 'cvv'] },
  { name: 'passport number', field: /passport/, said: ['passport'] },
  { name: 'bank account', field: /iban|bank|account_?n(?:o|um)/, said: ['bank', 'account', 'iban'] },
  {
    name: 'identity number',
    field: /ssn|social_security|national_id|tax_?id|driv.*licen/,
    said: ['ssn', 'security', 'tax', 'id', 'license', 'licence'],
  },
  {
    name: 'code',
    field: /(?:^|_)(?:code|otp|pin)$|security_code|verification/,
    said: ['code', 'otp', 'pin', 'verification'],
  },
  {
    name: 'password',
    field: /passw|secret|token|api_?key|private_?key|credential/,
    said: ['password', 'secret', 'token', 'key', 'credential'],
  },
]

const spoken =
  /\b(?:security|verification|access|login|auth\w*|one-time|2fa|confirmation|passport|card|pin|otp)\s+(?:code|number|no\.?|pin)?\s*(?:is|:)?\s*[:#]?\s*([A-Z0-9][A-Z0-9 -]{3,22}[A-Z0-9])\b/gi

/** A value that leaves only if the user's words name its kind. */
export interface SecretValue {
  readonly kind: SecretKind
  /** Without blanks and hyphens, in capitals. */
  readonly value: string
}

/** Finds the values in a result that are the user's own: by the name of their field, or of what a text says they are. */
export function findSecrets(fields: readonly Field[], text: string): readonly SecretValue[] {
  const spokenOf = [...text.slice(0, longestText).matchAll(spoken)].map((match) => ({
    name: 'code',
    value: match[1] ?? '',
  }))
  return [...fields.filter(({ value }) => value.length <= longestSecret), ...spokenOf].flatMap(({ name, value }) => {
    const kind = kinds.find(({ field }) => field.test(name))
    if (kind === undefined) return []
    const plain = compact(value)
    return plain.length < 4 || !/\d|[^\p{L}]/u.test(plain) ? [] : [{ kind, value: plain }]
  })
}
