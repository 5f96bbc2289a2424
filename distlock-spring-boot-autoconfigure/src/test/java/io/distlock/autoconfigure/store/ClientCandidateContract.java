// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.store;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockUser;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which client leads to the locks of a store that is reached by a client, and what fails
 * at start. Nothing here needs a server, because nothing connects before the first lock.
 *
 * @param <C> the type of the client
 */
@ExtendWith(OutputCaptureExtension.class)
public abstract class ClientCandidateContract<C> {

	/**
	 * An application that has no client, and does not say where the store is.
	 */
	protected final ApplicationContextRunner bare;

	/**
	 * An application that says where the store is.
	 */
	protected final ApplicationContextRunner runner;

	private final AutoConfigurations configurations;

	private final String store;

	private final String place;

	private final String property;

	private final Class<C> type;

	private final String kind;

	/**
	 * Create a contract.
	 * @param autoConfiguration of the store
	 * @param store the name of the store
	 * @param property the property that says where the store is, and a value of it
	 * @param type the type of the client
	 * @param kind what messages call a client
	 */
	protected ClientCandidateContract(Class<?> autoConfiguration, String store, String property, Class<C> type,
			String kind) {
		this.configurations = AutoConfigurations.of(DistlockAutoConfiguration.class, autoConfiguration,
				SslAutoConfiguration.class);
		this.bare = new ApplicationContextRunner().withBean(LockUser.class).withConfiguration(this.configurations);
		this.runner = this.bare.withPropertyValues(property);
		this.store = store;
		this.place = property;
		this.property = property.substring(0, property.indexOf('='));
		this.type = type;
		this.kind = kind;
	}

	/**
	 * Create a client of the application.
	 */
	protected abstract C newClient();

	/**
	 * Return properties that only a client of our own heeds.
	 */
	protected abstract List<String> ignoredProperties();

	/**
	 * Return packages without which the store cannot be used, each alone.
	 */
	protected abstract List<String> neededPackages();

	/**
	 * Return the client that the provider uses, if that is known.
	 */
	protected Optional<Object> used(AssertableApplicationContext context) {
		assertLocksAreInStore(context);
		return Optional.ofNullable(context.getBean(ClientCandidate.class).client());
	}

	private void assertLocksAreInStore(AssertableApplicationContext context) {
		assertThat(context.getBean(LockProvider.class).name()).isEqualTo(this.store);
	}

	@Test
	void placeLeadsToTheLocksWithoutMore() {
		this.runner.run((context) -> {
			assertLocksAreInStore(context);
			assertThat(context).doesNotHaveBean(this.type);
		});
	}

	@Test
	void onlyTheNamedStoreIsConfigured() {
		this.bare.withPropertyValues("distlock.provider= " + this.store.toUpperCase(Locale.ROOT), this.place)
			.run((context) -> assertThat(context.getBeansOfType(LockProviderCandidate.class).values())
				.extracting(LockProviderCandidate::name)
				.containsOnly("local", this.store));
	}

	@Test
	void applicationWithoutLocksNeedsNoServer(CapturedOutput output) {
		new ApplicationContextRunner().withConfiguration(this.configurations)
			.withPropertyValues(this.place)
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("Locks: provider");
	}

	@Test
	void clientOfTheApplicationLeadsToTheLocks() {
		withClient(this.bare, "client").run((context) -> {
			assertLocksAreInStore(context);
			used(context).ifPresent((used) -> assertThat(used).isSameAs(context.getBean("client")));
		});
	}

	@Test
	void primaryClientIsUsedAmongSeveral() {
		withClient(this.bare, "sessions")
			.withBean("locks", this.type, this::newClient, (definition) -> definition.setPrimary(true))
			.run((context) -> {
				assertLocksAreInStore(context);
				used(context).ifPresent((used) -> assertThat(used).isSameAs(context.getBean("locks")));
			});
	}

	@Test
	void severalClientsFailAndAreNamed() {
		withClient(withClient(this.bare, "sessions"), "discovery").run((context) -> assertFails(context,
				"several %s beans".formatted(this.kind), "sessions", "discovery", "@Primary", this.property));
	}

	@Test
	void placeWinsOverClientsOfTheApplication() {
		withClient(withClient(this.runner, "sessions"), "discovery").run((context) -> {
			assertLocksAreInStore(context);
			used(context).ifPresent(
					(used) -> assertThat(context.getBeansOfType(this.type)).doesNotContainValue(this.type.cast(used)));
		});
	}

	@Test
	void propertyThatTheClientOfTheApplicationDoesNotHeedFails() {
		for (String ignored : ignoredProperties()) {
			withClient(this.bare, "client").withPropertyValues(ignored)
				.run((context) -> assertFails(context, ignored.substring(0, ignored.indexOf('=')) + " is set",
						this.property));
		}
	}

	@Test
	void storeWithoutAClientFailsAndSaysWhatToDo() {
		this.bare.withPropertyValues("distlock.provider=" + this.store)
			.run((context) -> assertFails(context, "there is no %s bean".formatted(this.kind), "Set " + this.property,
					this.type.getName()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " " })
	void emptyPlaceIsNone(String place) {
		this.bare.withPropertyValues(this.property + "=" + place)
			.run((context) -> assertFails(context, "distlock has no store for its locks",
					"On the class path: %s.".formatted(and("local"))));
	}

	private String and(String other) {
		return String.join(", ", Stream.of(this.store, other).sorted().toList());
	}

	@Test
	void databaseAndStoreFailWithTheChoiceSpelledOut() {
		withDatabase(this.runner).run((context) -> assertFails(context,
				"several stores that could hold its locks (%s)".formatted(and("jdbc")), "distlock.provider=jdbc",
				"distlock.provider=" + this.store));
	}

	@Test
	void databaseHoldsTheLocksWhereNothingLeadsToTheStore() {
		withDatabase(this.bare)
			.run((context) -> assertThat(context.getBean(LockProvider.class).name()).isEqualTo("jdbc"));
	}

	@Test
	void namedStoreIsUsedWhereADatabaseAndTheStoreAreThere() {
		for (String name : List.of(this.store, "jdbc", "local")) {
			withDatabase(this.runner).withPropertyValues("distlock.provider=" + name)
				.run((context) -> assertThat(context.getBean(LockProvider.class).name()).isEqualTo(name));
		}
	}

	@Test
	void providerOfTheApplicationWins() {
		this.runner.withBean("own", LockProvider.class, LocalLockProvider::new)
			.run((context) -> assertThat(context.getBean(LockProvider.class)).isSameAs(context.getBean("own")));
	}

	@Test
	void disabledLeavesTheStoreAlone() {
		this.runner.withPropertyValues("distlock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LockProvider.class)
				.doesNotHaveBean(LockProviderCandidate.class));
	}

	@Test
	void placeWithoutTheModuleDoesNotLeadElsewhereSilently() {
		for (String needed : neededPackages()) {
			FilteredClassLoader without = new FilteredClassLoader(needed);
			withDatabase(this.runner).withClassLoader(without)
				.run((context) -> assertFails(context, "(%s)".formatted(and("jdbc"))));
			this.runner.withClassLoader(without)
				.run((context) -> assertFails(context, this.property + " is set", "not on the class path", "Add "));
		}
	}

	@Test
	void otherStoresDoWithoutTheModule() {
		this.bare.withClassLoader(new FilteredClassLoader(neededPackages().toArray(String[]::new)))
			.withPropertyValues("distlock.provider=local")
			.run((context) -> assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld))
				.isTrue());
	}

	private ApplicationContextRunner withClient(ApplicationContextRunner runner, String name) {
		return runner.withBean(name, this.type, this::newClient);
	}

	private static ApplicationContextRunner withDatabase(ApplicationContextRunner runner) {
		return runner.withConfiguration(
				AutoConfigurations.of(JdbcLockAutoConfiguration.class, DataSourceAutoConfiguration.class));
	}

	/**
	 * Check that the application has failed at start, and with which words.
	 */
	protected static void assertFails(AssertableApplicationContext context, String... parts) {
		assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(LockConfigurationException.class)
			.message()
			.contains(parts);
	}

}
