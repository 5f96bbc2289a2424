drop table if exists DISTLOCK_FENCE;
