drop table DISTLOCK_FENCE;
