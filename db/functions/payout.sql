-- What a bet returns when p_number wins, stake included: its basis points of the amount, floored to the paisa.
-- Counting, settlement and the audit all compute it here. p_basis_points is a payout table: 13 rows of 10. Without
-- "security definer" and "set" the planner inlines the function, so that it costs no call.
create or replace function payout(p_amount bigint, p_basis_points int[], p_selection int, p_number int) returns bigint
language sql immutable parallel safe as $$
  select p_amount * p_basis_points[p_selection * 10 + p_number + 1] / 10000
$$;
