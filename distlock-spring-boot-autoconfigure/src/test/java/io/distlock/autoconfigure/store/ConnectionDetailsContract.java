// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.store;

import java.util.UUID;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockUser;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Beans of {@link ConnectionDetails}, as service connections define them, take precedence
 * over properties.
 *
 * @param <D> the type of the details
 */
public abstract class ConnectionDetailsContract<D extends ConnectionDetails> {

	private final ApplicationContextRunner runner;

	private final Class<D> type;

	/**
	 * Create a contract.
	 * @param autoConfiguration of the store
	 * @param type the type of the details
	 * @param properties the properties of the application, of which those that the
	 * details replace cannot be used
	 */
	protected ConnectionDetailsContract(Class<?> autoConfiguration, Class<D> type, String... properties) {
		this.runner = new ApplicationContextRunner().withBean(LockUser.class)
			.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, autoConfiguration,
					LifecycleAutoConfiguration.class))
			.withPropertyValues(properties);
		this.type = type;
	}

	/**
	 * Return the details of a server that runs.
	 */
	protected abstract D details();

	@Test
	void storeIsReachedWhereTheDetailsSay() {
		this.runner.withBean(this.type, this::details)
			.run((context) -> assertThat(
					context.getBean(LockTemplate.class).execute("details:" + UUID.randomUUID(), HeldLock::isHeld))
				.isTrue());
	}

}
