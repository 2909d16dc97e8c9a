import { type ScrubRule, scrubRules } from '../../../packages/core/src/scrub/index.ts'

/** From a keyword in a name up to the value: the rest of the name, an operator, an opening quote. */
const assignment = String.raw`[\w.-]{0,40}["'\x60)\]\s]{0,4}(?:=>|[:?+.|]{0,3}=|:|>|,)[\s"'\x60(]{0,5}`

/** The beginning of a rule over names: `whole` with the head of the name, as published scanners write it; `tuned` without. */
type NameStyle = 'whole' | 'tuned'

const heads: Readonly<Record<NameStyle, string>> = { whole: String.raw`[\w.-]{0,48}?`, tuned: '' }

/** The same rules, each as one regular expression over the whole text, without a look at entropy or placeholders. */
export function naiveExpressions(style: NameStyle): readonly RegExp[] {
  return scrubRules.flatMap((rule) => toExpressions(rule, heads[style]))
}

/** Scrubs by running each expression in turn. */
export function naiveScrub(text: string, expressions: readonly RegExp[]): string {
  let result = text
  for (const expression of expressions) result = result.replace(expression, '[REDACTED]')
  return result
}

function toExpressions(rule: ScrubRule, head: string): RegExp[] {
  switch (rule.kind) {
    case 'token': {
      const start = rule.lead === undefined ? '(?<![A-Za-z0-9])' : `(?:${rule.lead})`
      return [new RegExp(`${start}(?:${rule.pattern})`, rule.ignoreCase ? 'gi' : 'g')]
    }
    case 'named':
      return [new RegExp(`${head}(?:${anyOf(rule.keywords)})${assignment}(?:${rule.value})(?![\\w-])`, 'gi')]
    case 'generic':
      return [new RegExp(`${head}(?:${anyOf(rule.keywords)})${assignment}[\\w.+/=~@%!#$^*-]{8,200}`, 'gi')]
    case 'block':
      return [
        /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]{64,16000}?-----END [A-Z\d ]{0,40}KEY(?: BLOCK)?-----/g,
      ]
    default:
      return rule satisfies never
  }
}

function anyOf(keywords: readonly string[]): string {
  return keywords.map((keyword) => keyword.replaceAll(/[^\w]/g, '\\$&')).join('|')
}
