import type { Page } from 'playwright-core'
import type { FixtureServer } from './fixture-server.ts'
import { sampleApproval, sampleNow } from './sample-approvals.ts'
import { sampleDraft } from './sample-draft.ts'

/** A state of a page that somebody or something has brought about: a form, a stream, a plot that was looked at. */
export interface Scene {
  readonly path: string
  /** Brings the state about, and resolves when it is there. */
  arrange(page: Page, server: FixtureServer): Promise<void>
}

const clickOn = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** States of pages, by what they show. */
export const scenes: Readonly<Record<string, Scene>> = {
  'plot as a table': {
    path: '/overview',
    arrange: async (page) => {
      await clickOn(page, 'As table')
      await page.getByRole('table').waitFor()
    },
  },
  'plot read by keys': {
    path: '/overview',
    arrange: async (page) => {
      await page.locator('[role=img] canvas').first().waitFor()
      await page.getByRole('img', { name: 'Calls by outcome' }).focus()
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
      await page.getByRole('status').getByText('ok ').first().waitFor()
    },
  },
  'plots without data, and one that fails': {
    path: '/overview',
    arrange: async (page, { state }) => {
      state.answers.set('/stats/calls', { status: 200, body: { stepMs: 60_000, at: [], lines: [] } })
      state.answers.set('/stats/asked', { status: 503, body: { title: 'The database is away.', code: 'unavailable' } })
      await page.reload()
      await page.getByText('There is not enough data yet.').waitFor()
      await page.getByText('The database is away.').waitFor()
    },
  },
  form: {
    path: '/custom',
    arrange: async (page) => {
      await clickOn(page, 'Add to Custom tools')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor()
    },
  },
  'form that was refused': {
    path: '/credentials',
    arrange: async (page, { state }) => {
      const errors = [{ pointer: '/value', detail: 'It is the mark of a secret that was taken out.' }]
      state.answers.set('/secrets/NPM_TOKEN', { status: 422, body: { title: 'Not valid', code: 'invalid', errors } })
      await clickOn(page, 'Add to Credentials')
      await page.getByLabel('Name').fill('NPM_TOKEN')
      await page.getByLabel('Value').fill('[redacted]')
      await clickOn(page, 'Save')
      await page.getByText('It is the mark of a secret').waitFor()
    },
  },
  'server that is about to be added': {
    path: '/servers',
    arrange: async (page) => {
      await clickOn(page, 'Add to MCP servers')
      await page.getByLabel('Name, which begins').fill('tracker')
      await page.getByLabel('Program, or address').fill('npx')
      await page.getByLabel('Arguments of the program').fill('-y\ntracker-mcp@2.1.0')
      await clickOn(page, 'Connect and look')
      await page.getByText('New tool find_issue').waitFor()
    },
  },
  'proof that is asked for': {
    path: '/credentials',
    arrange: async (page, { state }) => {
      state.needsProof = true
      await clickOn(page, 'Remove')
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    },
  },
  'tool that was explained': {
    path: '/tools/fs.read_file',
    arrange: async (page) => {
      await page.getByLabel(/path/).first().fill('src/price.js')
      await clickOn(page, 'Explain')
      await page.getByText('Deletes are denied.').first().waitFor()
    },
  },
  'policy that was simulated': {
    path: '/policy?tab=draft',
    arrange: async (page) => {
      await clickOn(page, 'Simulate the draft')
      await page.getByText('3,204 calls, 41 would be decided otherwise').waitFor()
    },
  },
  'policy that is applied': {
    path: '/policy?tab=draft',
    arrange: async (page) => {
      await clickOn(page, 'Apply…')
      await page.getByRole('dialog').getByRole('button', { name: 'Apply to all nodes' }).waitFor()
    },
  },
  'policy that somebody else changed': {
    path: '/policy?tab=draft',
    arrange: async (page, { state }) => {
      const current = { version: 4, policy: { permissions: { mode: 'plan', rules: [] } }, tests: [] }
      state.answers.set('/policy/draft', { status: 200, body: { ...sampleDraft, current, isStale: true } })
      await page.reload()
      await page.getByText('Now in the database (version 4)').waitFor()
    },
  },
  'stream of calls': {
    path: '/live',
    arrange: async (page, server) => {
      await page.locator('[data-connection=live]').waitFor()
      server.emit('live', ...liveEvents(0))
      await page.getByText('4 denied', { exact: false }).waitFor()
    },
  },
  'stream that stands still': {
    path: '/live',
    arrange: async (page, server) => {
      await page.locator('[data-connection=live]').waitFor()
      server.emit('live', ...liveEvents(0))
      await page.getByText('4 denied', { exact: false }).waitFor()
      await clickOn(page, 'Pause')
      server.emit('live', ...liveEvents(1))
      await page.getByText('new ↓', { exact: false }).waitFor()
    },
  },
  'chat with a question': {
    path: '/chat/ses_ship',
    arrange: async (page, server) => {
      server.ask(sampleApproval({ id: 'apr_chat', waitsUntil: sampleNow + 36_000_000 }))
      // The page may have read the list already, and may not listen yet.
      await page.reload()
      await page.getByText('publish the fix branch').first().waitFor()
      await page.locator('[data-approval=apr_chat]').waitFor()
    },
  },
  'connection that is gone': {
    path: '/inbox/apr_write',
    arrange: async (page, server) => {
      await page.locator('[data-armed=true]').waitFor()
      server.pause()
      await page.locator('[data-connection=offline]').waitFor()
    },
  },
  'login that was refused': {
    path: '/#code=WRON-GONE',
    arrange: (page) => page.getByText('That did not match, or it is no longer valid.').waitFor(),
  },
  search: {
    path: '/grants',
    arrange: async (page) => {
      await page.getByText('read files directly in').first().waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').waitFor()
      await page.keyboard.type('se')
    },
  },
  keys: {
    path: '/grants',
    arrange: async (page) => {
      await page.getByText('read files directly in').first().waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
}

/** Forty calls, some of which were denied, asked or failed. */
function liveEvents(batch: number) {
  return Array.from({ length: 40 }, (_, index) => ({
    type: ['tool.completed', 'tool.started', 'tool.failed', 'permission.requested', 'tool.denied'][
      index % 10 < 5 ? 0 : index % 10 < 8 ? 1 : ((index / 10) | 0) % 2 === 0 ? 4 : 3
    ],
    toolCallId: `call_${batch}_${index}`,
    tool: index % 3 === 0 ? 'fs.read_file' : 'runtime.exec',
    principal: { agent: 'builder', session: 'ses_ship' },
    at: sampleNow - 1_000 * (40 - index),
    durationMs: 4 + index,
  }))
}
