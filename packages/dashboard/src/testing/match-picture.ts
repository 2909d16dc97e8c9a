import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'pictures')
const isWriting = process.env.DRAWBRIDGE_PICTURES === 'write'
/** The share of pixels that may differ: another version of the browser draws edges otherwise. */
const tolerance = 0.01

/** The time in which a page has to look like its picture: parts of it load late on a busy machine. */
const patienceMs = 20_000
const betweenMs = 300

/**
 * Compares a page with its picture, at half the size, until they look alike. Returns what is wrong; undefined if they look alike.
 * @param bench Another page, in which pictures are drawn.
 */
export async function differenceFrom(page: Page, bench: Page, name: string): Promise<string | undefined> {
  const file = join(folder, `${name}.png`)
  if (isWriting) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, Buffer.from(await settledShot(page, bench), 'base64'))
    return undefined
  }
  if (!existsSync(file))
    return `There is no picture "${name}". Make it: DRAWBRIDGE_PICTURES=write npx vitest packages/dashboard`
  const picture = readFileSync(file).toString('base64')
  const deadline = performance.now() + patienceMs
  for (;;) {
    const share = await shareOfDifference(bench, await shotOf(page, bench), picture)
    if (share <= tolerance) return undefined
    if (performance.now() > deadline)
      return `"${name}" differs from its picture in ${(share * 100).toFixed(1)} % of its pixels. Look at it, and make the picture again.`
    await page.waitForTimeout(betweenMs)
  }
}

async function shotOf(page: Page, bench: Page): Promise<string> {
  return halved(bench, await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' }))
}

/** Returns a shot that is like the one before: nothing loads any more. */
async function settledShot(page: Page, bench: Page): Promise<string> {
  for (let before = await shotOf(page, bench); ; ) {
    await page.waitForTimeout(400)
    const shot = await shotOf(page, bench)
    if ((await shareOfDifference(bench, shot, before)) <= tolerance / 10) return shot
    before = shot
  }
}

/** Writes a picture for the documents, at full size, when pictures are made. */
export async function keepForDocuments(page: Page, path: string): Promise<void> {
  if (isWriting) await page.screenshot({ path, animations: 'disabled', caret: 'hide', scale: 'css' })
}

function halved(bench: Page, shot: Buffer): Promise<string> {
  return bench.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.width / 2)
    canvas.height = Math.round(image.height / 2)
    const context = canvas.getContext('2d')
    if (context === null) return ''
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length)
  }, shot.toString('base64'))
}

/** Returns the share of pixels whose brightness eyes would tell apart; 1 for pictures of different sizes. */
function shareOfDifference(bench: Page, left: string, right: string): Promise<number> {
  return bench.evaluate(
    async (pictures) => {
      const brightness = async (data: string) => {
        const image = new Image()
        image.src = `data:image/png;base64,${data}`
        await image.decode()
        const canvas = document.createElement('canvas')
        canvas.width = image.width
        canvas.height = image.height
        const context = canvas.getContext('2d')
        if (context === null) return []
        context.drawImage(image, 0, 0)
        const { data: bytes } = context.getImageData(0, 0, image.width, image.height)
        const values: number[] = []
        for (let at = 0; at < bytes.length; at += 4)
          values.push(0.3 * (bytes[at] ?? 0) + 0.59 * (bytes[at + 1] ?? 0) + 0.11 * (bytes[at + 2] ?? 0))
        return values
      }
      const [one = [], other = []] = await Promise.all(pictures.map(brightness))
      if (one.length !== other.length || one.length === 0) return 1
      return one.filter((value, index) => Math.abs(value - (other[index] ?? 0)) > 32).length / one.length
    },
    [left, right],
  )
}
