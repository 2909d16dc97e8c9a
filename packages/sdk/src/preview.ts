export { previewOfRequest } from './authority/preview-of-request.ts'
