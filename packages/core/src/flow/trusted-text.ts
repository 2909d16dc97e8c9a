import { type NamedActs, readNamedActs } from './act-words.ts'
import type { HeardWords } from './flow-journal.ts'
import { compact, findAddresses, fold } from './normal-forms.ts'

/** Words of a person. */
export interface VouchingWords extends HeardWords {
  readonly from: 'user' | 'operator'
}

/** Words that vouch, prepared for looking values up. */
export interface TrustedText {
  readonly from: VouchingWords['from']
  /** As written, in its compatibility form. */
  readonly plain: string
  readonly folded: string
  readonly emails: ReadonlySet<string>
  readonly urls: readonly string[]
  readonly accounts: ReadonlySet<string>
  /** The acts that it asks for: none if the operator says it. */
  readonly asked: NamedActs
}

const noActs: NamedActs = { verbs: new Set(), words: new Set() }

/** Prepares words for looking values up in them. */
export function readTrustedText({ from, text }: VouchingWords): TrustedText {
  const plain = text.normalize('NFKC')
  const { emails, urls, accounts } = findAddresses(plain)
  return {
    from,
    plain,
    folded: fold(plain),
    emails: new Set(emails.map(fold)),
    urls,
    accounts: new Set(accounts.map(compact)),
    asked: from === 'user' ? readNamedActs(plain) : noActs,
  }
}

/** The acts that texts ask for together. */
export function joinActs(texts: readonly TrustedText[]): NamedActs {
  return {
    verbs: new Set(texts.flatMap(({ asked }) => [...asked.verbs])),
    words: new Set(texts.flatMap(({ asked }) => [...asked.words])),
  }
}
