// Router: the only import of the routing package, so that a change of package is one line.

export { type Navigator, Router, useNavigate } from 'react-router-dom'
