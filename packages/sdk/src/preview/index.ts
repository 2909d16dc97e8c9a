export { previewOfRequest } from './preview-of-request.ts'
