import type { Browser, BrowserContext, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { findProgram } from '../../../../scripts/test-support/find-program.ts'
import { sampleNow } from './sample-approvals.ts'

/** The browser of Debian, or undefined if this machine has none. */
const chromiumPath: string | undefined = findProgram('chromium')

/** Starts the browser without anything that reaches out on its own. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? 'chromium',
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync', '--font-render-hinting=none'],
    ],
  })
}

/** The theme and the size of a window. */
export interface LookOptions {
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
}

/** A page of the dashboard in a browser, with everything that it should not have done. */
export interface OpenedPage extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of the console, reports of the policy, requests to other origins. */
  readonly faults: readonly string[]
}

/** Opens an address of the dashboard, signed in unless the address has a code. The clock stands still. */
export async function openDashboard(
  browser: Browser,
  url: string,
  path: string,
  { theme = 'light', width = 1280, height = 900 }: LookOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'drawbridge', value: 'cookie', url, httpOnly: true, sameSite: 'Strict' }])
  const isLogin = path.includes('#code=')
  await context.addInitScript(
    ([chosen, isSignedIn]) => {
      localStorage.setItem('drawbridge.theme', String(chosen))
      if (isSignedIn === true && sessionStorage.getItem('test.begun') === null)
        localStorage.setItem('drawbridge.session', 'half-of-this-origin')
      sessionStorage.setItem('test.begun', 'yes')
    },
    [theme, !isLogin] as const,
  )
  const page = await context.newPage()
  await page.clock.setFixedTime(sampleNow)
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('blob:')) faults.push(`request to ${request.url()}`)
  })
  await page.goto(`${url}${path}`)
  return { page, context, faults, [Symbol.asyncDispose]: () => context.close() }
}
