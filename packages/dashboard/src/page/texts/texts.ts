import { en } from './en.ts'
import { pseudo } from './pseudo.ts'
import { readSetting } from './setting.ts'

/** All texts of the page. A language is one object of this shape. */
export type Texts = typeof en

/** The texts in the person's language. */
export const texts: Texts = readSetting('drawbridge.language') === 'pseudo' ? pseudo(en) : en

/** The language of dates and numbers. */
export const locale: string | undefined = readSetting('drawbridge.locale')
