// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An authority that signs certificates of servers at 127.0.0.1, also ones that have
 * expired.
 */
public final class TlsAuthority {

	private final Path folder = ServerFiles.newDataFolder("authority");

	private final Path store = this.folder.resolve("authority.p12");

	/**
	 * Create an authority with a certificate of its own.
	 */
	public TlsAuthority() {
		try {
			Files.createDirectories(this.folder);
		}
		catch (IOException ex) {
			throw new IllegalStateException("Could not create an authority", ex);
		}
		keytool(this.store, "-genkeypair", "-alias", "authority", "-keyalg", "RSA", "-keysize", "2048", "-validity",
				"9", "-startdate", "-5d", "-dname", "CN=authority", "-ext", "bc:c");
		keytool(this.store, "-exportcert", "-alias", "authority", "-rfc", "-file", certificate().toString());
	}

	/**
	 * Return the certificate of the authority, as PEM.
	 * @return the file
	 */
	public Path certificate() {
		return this.folder.resolve("authority.crt");
	}

	/**
	 * Sign a certificate that is valid for two days.
	 * @return the certificate of a server
	 */
	public TlsCertificate sign() {
		return sign("-1H", 2);
	}

	/**
	 * Sign a certificate that has expired two days ago.
	 * @return the certificate of a server
	 */
	public TlsCertificate signExpired() {
		return sign("-3d", 1);
	}

	private TlsCertificate sign(String start, int days) {
		TlsCertificate certificate = new TlsCertificate();
		Path request = this.folder.resolve("request.csr");
		keytool(certificate.store(), "-certreq", "-alias", "redis", "-file", request.toString());
		keytool(this.store, "-gencert", "-alias", "authority", "-infile", request.toString(), "-outfile",
				certificate.certificate().toString(), "-rfc", "-startdate", start, "-validity", String.valueOf(days),
				"-ext", "SAN=ip:127.0.0.1");
		return certificate;
	}

	private void keytool(Path store, String... options) {
		List<String> command = new ArrayList<>(List.of(TlsCertificate.keytool(), options[0], "-storetype", "PKCS12",
				"-keystore", store.toString(), "-storepass", TlsCertificate.PASSWORD));
		command.addAll(List.of(options).subList(1, options.length));
		Lifeline.run(command, this.folder.resolve("keytool.log"), Map.of());
	}

}
