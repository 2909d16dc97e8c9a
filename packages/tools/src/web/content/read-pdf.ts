import { extractText, getDocumentProxy } from 'unpdf'
import type { PageContent } from './page-content.ts'

/** Reads the text of a PDF document, page by page. Throws if it cannot be opened. */
export async function readPdf(bytes: Uint8Array, signal: AbortSignal): Promise<PageContent> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  try {
    signal.throwIfAborted()
    const { totalPages, text } = await extractText(document, { mergePages: false })
    const pages = text.map((page, index) => `[page ${index + 1} of ${totalPages}]\n\n${page.trim()}`)
    const isEmpty = text.every((page) => page.trim() === '')
    return {
      text: pages.join('\n\n'),
      title: '',
      mediaType: 'text/plain',
      reader: 'pdf',
      notes: isEmpty ? ['The document contains no text: its pages may be images.'] : [],
    }
  } finally {
    await document.loadingTask.destroy()
  }
}
