drop table DISTLOCK_LOCK;
