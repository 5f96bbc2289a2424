drop table if exists DISTLOCK_LOCK;
