import { makeClusterImages, makeImages } from './prepare/images.ts'
import { root } from './settings.ts'
await makeClusterImages()
await makeImages(root, 'new')
