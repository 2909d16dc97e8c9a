import { existsSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDashboard } from '../../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../../scripts/lib/repository-root.ts'
import { unhurriedState } from '../testing/answer-request.ts'
import { describeWithBrowser } from '../testing/describe-with-browser.ts'
import { findBarriers } from '../testing/find-barriers.ts'
import { type FixtureServer, openFixtureServer } from '../testing/fixture-server.ts'
import { goTo, looks, narrowDark, pageLooks, pictureName, setLook, wideLight } from '../testing/looks.ts'
import { differenceFrom, keepForDocuments } from '../testing/match-picture.ts'
import { type OpenedPage, openDashboard, startBrowser } from '../testing/open-browser.ts'
import { type Scene, scenes } from '../testing/scenes.ts'

import { views } from './pages/views.ts'

const problem = { title: 'The server has failed.', status: 500, code: 'internal_error' }
const stateAnswers = {
  empty: { status: 200, body: { items: [], next: null, asOf: null } },
  loading: { status: 0, body: {} },
  error: { status: 500, body: problem },
}

describeWithBrowser('the looks of the page', () => {
  let browser: Browser
  let bench: Page
  beforeAll(async () => {
    await buildDashboard(repositoryRoot)
    browser = await startBrowser()
    bench = await browser.newPage()
  })
  afterAll(() => browser.close())

  it('has a picture of every page that it has code for', () => {
    expect([...views.keys()].filter((name) => !pageLooks.some(({ path }) => path.startsWith(`/${name}`)))).toEqual([])
  })

  const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

  // 4: one window goes through all pages. To open one for each look of each page would take minutes.
  describe('a window that goes through all pages', () => {
    let server: FixtureServer
    let opened: OpenedPage
    beforeAll(async () => {
      server = await openFixtureServer(unhurriedState())
      opened = await openDashboard(browser, server.url, '/inbox')
    })
    afterAll(async () => {
      await opened[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    })

    it.each(pageLooks)(
      'finds no barrier, no error, no foreign request and nothing that looks otherwise at $path',
      async ({ path, words, also = [], document: file }) => {
        const { page, faults } = opened
        const before = faults.length
        await setLook(page, wideLight)
        await goTo(page, path)
        await page.getByText(words).first().waitFor()
        await page.mouse.move(0, 0)
        if (file !== undefined) {
          await keepForDocuments(page, `${repositoryRoot}/docs/pictures/${file}`)
          expect(existsSync(`${repositoryRoot}/docs/pictures/${file}`)).toBe(true)
        }
        for (const look of looks) {
          await setLook(page, look)
          expect([look, await findBarriers(page)]).toEqual([look, []])
          expect([look, await widthOf(page)]).toEqual([look, look.width])
          expect(await differenceFrom(page, bench, pictureName(path, look))).toBeUndefined()
        }
        // 25
        if (also.includes('forced')) {
          await page.emulateMedia({ forcedColors: 'active' })
          await setLook(page, { width: 320, height: 640, theme: 'light' })
          expect(await widthOf(page)).toBe(320)
          expect(await differenceFrom(page, bench, pictureName(path, { width: 320, theme: 'forced' }))).toBeUndefined()
          await page.emulateMedia({ forcedColors: 'none' })
        }
        expect(faults.slice(before)).toEqual([])
      },
    )
  })

  // 25
  it('stays complete at 200 % zoom in a language with longer words', async () => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, '/settings', { width: 640, height: 450 })
    const { page } = opened
    await page.evaluate(() => localStorage.setItem('drawbridge.language', 'pseudo'))
    await page.reload()
    for (const { path } of pageLooks.filter(({ also }) => also?.includes('zoomed'))) {
      await goTo(page, path)
      await page.waitForTimeout(400)
      expect([path, await findBarriers(page)]).toEqual([path, []])
      expect([path, await widthOf(page)]).toEqual([path, 640])
      expect(await differenceFrom(page, bench, pictureName(path, { width: 640, theme: 'pseudo' }))).toBeUndefined()
    }
    expect(opened.faults).toEqual([])
  })

  it.each(pageLooks.filter(({ states }) => states !== undefined))(
    'says so at $path if its server has nothing, is slow or fails',
    async ({ path, states }) => {
      await using server = await openFixtureServer(unhurriedState())
      for (const state of ['empty', 'loading', 'error'] as const) {
        server.state.answers.set(states?.resource ?? '', stateAnswers[state])
        await using opened = await openDashboard(browser, server.url, path)
        const { page } = opened
        const words = { empty: page.getByText(states?.empty ?? ''), error: page.getByText(problem.title) }
        if (state === 'loading') await page.locator('main [aria-busy=true]').first().waitFor()
        else await words[state].first().waitFor()
        for (const look of [wideLight, narrowDark]) {
          await setLook(page, look)
          expect([state, look, await findBarriers(page)]).toEqual([state, look, []])
          expect(await differenceFrom(page, bench, `${pictureName(path, look)}-${state}`)).toBeUndefined()
        }
      }
    },
  )

  it.each(Object.entries(scenes))('looks as before: %s', async (name, { path, arrange }: Scene) => {
    await using server = await openFixtureServer(unhurriedState())
    await using opened = await openDashboard(browser, server.url, path)
    const { page } = opened
    await arrange(page, server)
    for (const look of [wideLight, narrowDark]) {
      await setLook(page, look)
      await page.mouse.move(0, 0)
      expect([look, await findBarriers(page)]).toEqual([look, []])
      expect([look, await widthOf(page)]).toEqual([look, look.width])
      expect(await differenceFrom(page, bench, pictureName(`scene ${name}`, look))).toBeUndefined()
    }
  })
})
