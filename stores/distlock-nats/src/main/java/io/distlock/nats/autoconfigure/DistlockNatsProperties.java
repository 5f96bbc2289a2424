// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in NATS.
 *
 * @param servers Servers, such as
 * "nats://nats1:4222,nats://nats2:4222,nats://nats3:4222", or with "tls". If set,
 * distlock opens a connection of its own; otherwise the Connection bean of the
 * application is used.
 * @param bucket Name of the key-value bucket. Created on demand.
 * @param username User name, if the servers require a user. For the connection to
 * "servers" only.
 * @param password Password of the user. For the connection to "servers" only.
 * @param credentials File with the credentials of a user of an account, such as
 * "/etc/nats/locks.creds". For the connection to "servers" only.
 * @param sslBundle SSL bundle for servers with "tls". By default the certificates of the
 * JVM are trusted. For the connection to "servers" only.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.nats", ignoreUnknownFields = false)
record DistlockNatsProperties(@Nullable String servers, @DefaultValue("distlock") String bucket,
		@Nullable String username, @Nullable String password, @Nullable String credentials,
		@Nullable String sslBundle) {

}
