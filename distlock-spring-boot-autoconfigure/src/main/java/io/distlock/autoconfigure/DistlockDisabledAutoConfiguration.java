package io.distlock.autoconfigure;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration that says that there are no locks, where {@code distlock.enabled} is
 * {@code false}.
 *
 * @since 0.1.0
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "distlock.enabled", havingValue = false)
public final class DistlockDisabledAutoConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(DistlockDisabledAutoConfiguration.class);

	@Bean
	@Lazy(false)
	SmartInitializingSingleton distlockDisabledWarning() {
		return () -> logger
			.warn("distlock.enabled=false: methods annotated with @DistributedLock run without any lock, and those "
					+ "annotated with @ClusterScheduled do not run by themselves");
	}

}
