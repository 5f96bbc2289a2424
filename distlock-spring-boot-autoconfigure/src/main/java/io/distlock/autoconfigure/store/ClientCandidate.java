// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.store;

import java.util.Optional;

import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.util.StringUtils;

/**
 * Candidate with a client: an own client if the connection details name the store,
 * otherwise the only or primary client of the application. Available to each application
 * with connection details or a client. The candidate creates the provider, so it is
 * destroyed after the provider, which is destroyed after the engine.
 *
 * @param <C> the type of the client
 * @since 0.1.0
 */
public abstract class ClientCandidate<C> implements LockProviderCandidate, DisposableBean {

	private final String name;

	private final ApplicationClients<C> clients;

	private final String property;

	private final @Nullable String place;

	private final String example;

	private volatile @Nullable C client;

	/**
	 * Create a candidate.
	 * @param name the name of the store in {@code distlock.provider}
	 * @param clients the clients of the application
	 * @param property the property with the address of the store
	 * @param place the address of the store in the connection details
	 * @param example an example of the address, as part of a sentence
	 */
	protected ClientCandidate(String name, ApplicationClients<C> clients, String property, @Nullable String place,
			String example) {
		this.name = name;
		this.clients = clients;
		this.property = property;
		this.place = StringUtils.hasText(place) ? place.strip() : null;
		this.example = example;
	}

	@Override
	public final String name() {
		return this.name;
	}

	@Override
	public final String description() {
		return (this.place != null) ? "%s (%s)".formatted(this.name, LockProviderCandidate.shown(this.place))
				: this.name;
	}

	@Override
	public final boolean isOffered() {
		return this.place != null || this.clients.exist();
	}

	@Override
	public final LockProvider create() {
		if (this.place != null) {
			return ownProvider(this.place);
		}
		C client = ofApplication();
		this.client = client;
		return provider(client);
	}

	/**
	 * Create the provider with an own client.
	 * @param place the address of the store
	 * @return the provider
	 * @throws LockConfigurationException if a property is invalid
	 */
	protected LockProvider ownProvider(String place) {
		C client = connect(place);
		this.client = client;
		return provider(client);
	}

	private C ofApplication() {
		C client = this.clients.find("set %s, so that distlock connects itself".formatted(this.property))
			.orElseThrow(this::missing);
		ignoredProperty().ifPresent((ignored) -> {
			throw new LockConfigurationException(
					"%s is set, but the locks use the %s bean of the application, which ignores it.".formatted(ignored,
							this.clients.kind()),
					"Configure it where the bean is defined; or set %s, so that distlock connects itself."
						.formatted(this.property));
		});
		return client;
	}

	private LockConfigurationException missing() {
		return new LockConfigurationException(
				"distlock.provider is '%s', but %s is not set, and there is no %s bean.".formatted(this.name,
						this.property, this.clients.kind()),
				"Set %s to %s; or define a bean of type %s; or choose another distlock.provider."
					.formatted(this.property, this.example, this.clients.type().getName()));
	}

	/**
	 * Return the client of the provider.
	 * @return the client, or {@code null} if the provider was not created
	 */
	public final @Nullable C client() {
		return this.client;
	}

	/**
	 * Return the name of a configured property that applies to an own client only.
	 * @return the name, or empty without such a property
	 */
	protected abstract Optional<String> ignoredProperty();

	/**
	 * Create an own client, which connects with its first request.
	 * @param place the address of the store
	 * @return the client
	 * @throws LockConfigurationException if a property is invalid
	 */
	protected abstract C connect(String place);

	/**
	 * Create the provider.
	 * @param client the client
	 * @return the provider
	 */
	protected abstract LockProvider provider(C client);

	/**
	 * Close an own client.
	 * @param client the client
	 */
	protected abstract void close(C client);

	@Override
	public final void destroy() {
		C client = this.client;
		if (client != null && this.place != null) {
			close(client);
		}
	}

	/**
	 * Find the SSL bundle named by a property.
	 * @param property the property
	 * @param name the value
	 * @param bundles the bundles of the application
	 * @return the bundle, {@code null} without a value
	 * @throws LockConfigurationException if the bundle does not exist
	 */
	public static @Nullable SslBundle sslBundle(String property, @Nullable String name,
			ObjectProvider<SslBundles> bundles) {
		if (!StringUtils.hasText(name)) {
			return null;
		}
		SslBundles known = bundles.getIfAvailable();
		try {
			if (known != null) {
				return known.getBundle(name);
			}
		}
		catch (NoSuchSslBundleException ex) {
			// Reported below.
		}
		throw new LockConfigurationException(
				"'%s' is '%s', but the application has no such SSL bundle.".formatted(property, name),
				"Define it below spring.ssl.bundle, or correct the name.");
	}

}
