-- Where the paying of a contest is cut: found once, when its bets are counted.
ALTER TABLE "contests" ADD COLUMN "part_bounds" bigint[];