import type { Page } from 'playwright-core'

/** A size of the window and a theme. */
export interface Look {
  readonly width: number
  readonly height: number
  readonly theme: 'light' | 'dark'
}

export const wideLight: Look = { width: 1280, height: 900, theme: 'light' }
export const narrowDark: Look = { width: 390, height: 844, theme: 'dark' }

/** The looks of every page. */
export const looks: readonly Look[] = [
  wideLight,
  { ...wideLight, theme: 'dark' },
  { ...narrowDark, theme: 'light' },
  narrowDark,
]

/** A page in its full state, and the looks that it has besides those of every page. */
export interface PageLooks {
  readonly path: string
  /** Words that show that it is there. */
  readonly words: string
  /** `forced`: 320 px in forced colours. `zoomed`: 200 % of a window of 1280 x 900, in a language with longer words. */
  readonly also?: readonly ('forced' | 'zoomed')[]
  /** The list whose answer is empty, late or a failure, and the words for an empty one. */
  readonly states?: { readonly resource: string; readonly empty: string }
  /** Its picture in the documents. */
  readonly document?: string
}

/** Every page of the dashboard, with its looks. */
export const pageLooks: readonly PageLooks[] = [
  {
    ...{ path: '/inbox', words: 'Runs 2 commands', document: 'inbox.png', also: ['forced', 'zoomed'] },
    states: { resource: '/approvals', empty: 'Nothing waits' },
  },
  { path: '/inbox?tab=questions', words: 'Which branch' },
  { path: '/inbox?tab=access', words: 'agent builder asks for send_mail' },
  { path: '/inbox?tab=decided', words: 'Nothing was decided' },
  { path: '/live', words: 'No call since' },
  { path: '/chat', words: 'What is in this folder?' },
  { path: '/chat/ses_ship', words: 'publish the fix branch' },
  { path: '/overview', words: 'Calls by outcome', document: 'overview.png', also: ['forced', 'zoomed'] },
  {
    ...{ path: '/sessions', words: 'twenty thousand calls', also: ['zoomed'] },
    states: { resource: '/sessions', empty: 'No session was recorded yet.' },
  },
  {
    ...{ path: '/sessions/ses_ship?call=call_3', words: 'Explain under the policy' },
    ...{ document: 'session.png', also: ['forced'] },
  },
  { path: '/sessions/ses_ship?tab=conversation', words: 'publish the fix branch' },
  { path: '/sessions/ses_ship?tab=events', words: 'tool.denied' },
  { path: '/audit', words: '#48110', states: { resource: '/audit', empty: 'Nothing' } },
  { path: '/flow', words: 'guard would have asked' },
  { path: '/policy', words: 'drawbridge.jsonc:4', also: ['forced', 'zoomed'] },
  { path: '/policy?tab=set&tool=fs.delete', words: 'denied by tools.deny' },
  { path: '/policy?tab=explain&tool=fs.delete', words: 'Arguments (JSON)' },
  { path: '/policy?tab=draft', words: 'may allow more' },
  { path: '/policy?tab=shadow', words: 'runs along and decides nothing' },
  { path: '/policy?tab=history&version=3', words: 'What has changed since' },
  {
    ...{ path: '/grants', words: 'read files directly in' },
    states: { resource: '/grants', empty: 'Nobody allowed anything beyond one call.' },
  },
  { path: '/tools', words: 'Try it', also: ['forced'] },
  { path: '/servers', words: 'degraded' },
  { path: '/custom', words: 'disk_usage' },
  { path: '/credentials', words: 'GH_TOKEN' },
  { path: '/agents', words: 'Plans and hands out' },
  { path: '/teams', words: 'builder, tester' },
  { path: '/delegations', words: 'Write the release notes' },
  { path: '/delegations?tab=links', words: 'both give work to each other' },
  { path: '/tasks', words: 'Deploy', states: { resource: '/tasks', empty: 'No task has been made.' } },
  {
    ...{ path: '/memory', words: 'All prices are net' },
    states: { resource: '/memory', empty: 'Nothing is remembered yet.' },
  },
  { path: '/knowledge', words: 'Ada has been at Acme since May.' },
  { path: '/knowledge?entity=e3', words: '3 facts' },
  { path: '/skills', words: 'How a release is made' },
  { path: '/schedules', words: 'nightly report' },
  { path: '/jobs', words: 'knowledge.learn' },
  { path: '/settings', words: 'Keys without a modifier', also: ['zoomed'] },
  { path: '/settings/users', words: 'first start' },
  { path: '/settings/nodes', words: 'Drain' },
]

/** Goes to another page without loading everything again. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Gives a window another size and theme. */
export async function setLook(page: Page, { width, height, theme }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen
  }, theme)
}

/** Returns the name of the picture of a page in a look. */
export function pictureName(
  path: string,
  { width, theme }: { readonly width: number; readonly theme: string },
): string {
  return `${path.replaceAll(/[^\w]+/g, '-').replace(/^-/, '')}-${width}-${theme}`
}
