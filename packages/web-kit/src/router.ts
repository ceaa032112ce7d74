// The only import of react-router-dom. A shared package cannot be tree-shaken; what lies behind this file can.
export type { RouteObject } from 'react-router-dom';
export {
  BrowserRouter,
  Link,
  Navigate,
  NavLink,
  useLocation,
  useNavigate,
  useParams,
  useRoutes,
  useSearchParams,
} from 'react-router-dom';
