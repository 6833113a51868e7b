// The one place that names the routing package, so that a move to its successor is one line.
export { Link, type Navigator, Router, useNavigate } from 'react-router-dom'
