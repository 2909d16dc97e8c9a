/** A red picture of one pixel, and a sound of no length. */
export const image = {
  type: 'image',
  mediaType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
} as const
export const sound = {
  type: 'audio',
  mediaType: 'audio/wav',
  data: 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=',
} as const
