// What the server uses of undici, which loads fetch, web sockets, mocks and caches with everything else.
import api from 'undici/lib/api/index.js'
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
import Pool from 'undici/lib/dispatcher/pool.js'

// As the package's own index does.
Object.assign(Dispatcher.prototype, api)

export { Pool }
