import { NotFound } from '../../features/shell/NotFound.tsx';

export default function NotFoundPage() {
  return <NotFound />;
}
