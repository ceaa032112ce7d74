import { BrowserRouter } from 'react-router-dom';
import { Link } from 'react-router-dom';
import { Navigate } from 'react-router-dom';
import { NavLink } from 'react-router-dom';
import { RouteObject } from 'react-router-dom';
import { useLocation } from 'react-router-dom';
import { useNavigate } from 'react-router-dom';
import { useParams } from 'react-router-dom';
import { useRoutes } from 'react-router-dom';
import { useSearchParams } from 'react-router-dom';

export { BrowserRouter }

export { Link }

export { Navigate }

export { NavLink }

export { RouteObject }

export { useLocation }

export { useNavigate }

export { useParams }

export { useRoutes }

export { useSearchParams }

export { }
